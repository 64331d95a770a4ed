"""How argparse writes usage and help."""
import re
import textwrap

SUPPRESS = "==SUPPRESS=="
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = "?", "*", "+", "A...", "..."
_SUPPRESSED = SUPPRESS


class _Section:
    def __init__(self, formatter, parent, heading=None):
        self.formatter, self.parent, self.heading, self.items = formatter, parent, heading, []

    def format_help(self):
        if self.parent is not None:
            self.formatter._indent()
        text = self.formatter._join_parts([function(*args) for function, args in self.items])
        if self.parent is not None:
            self.formatter._dedent()
        if not text:
            return ""
        heading = ""
        if self.heading is not SUPPRESS and self.heading is not None:
            heading = "%*s%s:\n" % (self.formatter._current_indent, "", self.heading)
        return self.formatter._join_parts(["\n", heading, text, "\n"])


def _parts(usage):
    """Where a usage may be broken: after what is in brackets as a whole, and between words."""
    parts, i = [], 0
    while i < len(usage):
        end = i + 1
        if usage[i] in "([":
            closing = ")" if usage[i] == "(" else "]"
            while end < len(usage) and not (usage[end] == closing and usage[end + 1:end + 2] in ("", " ")):
                end += 1
            end += 1
        else:
            while end < len(usage) and usage[end] != " ":
                end += 1
        parts.append(usage[i:end])
        i = end + 1
    return parts


class HelpFormatter:
    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            import shutil
            width = shutil.get_terminal_size().columns - 2
        self._prog, self._indent_increment, self._width = prog, indent_increment, width
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = self._level = self._action_max_length = 0
        self._root_section = self._current_section = _Section(self, None)

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        self._level -= 1

    def _add_item(self, function, args):
        self._current_section.items.append((function, args))

    def start_section(self, heading):
        self._indent()
        section = _Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        lengths = [len(self._format_action_invocation(action)) + self._current_indent]
        self._indent()
        for sub in self._subactions(action):
            lengths.append(len(self._format_action_invocation(sub)) + self._current_indent)
        self._dedent()
        self._action_max_length = max(self._action_max_length, *lengths)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            text = re.sub(r"\n\n\n+", "\n\n", text).strip("\n") + "\n"
        return text

    def _join_parts(self, parts):
        return "".join([p for p in parts if p and p is not SUPPRESS])

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % dict(prog=self._prog)
        elif not actions:
            usage = "%(prog)s" % dict(prog=self._prog)
        else:
            optionals = [a for a in actions if a.option_strings]
            positionals = [a for a in actions if not a.option_strings]
            usage = " ".join([s for s in [self._prog, self._format_actions_usage(optionals + positionals, groups)] if s])
            room = self._width - self._current_indent
            if len(prefix) + len(usage) > room:
                usage = self._wrap_usage(prefix, room, self._format_actions_usage(optionals, groups),
                                         self._format_actions_usage(positionals, groups))
        return f"{prefix}{usage}\n\n"

    def _wrap_usage(self, prefix, room, optional_usage, positional_usage):
        options, positions = _parts(optional_usage), _parts(positional_usage)

        def lines_of(parts, indent, prefix=None):
            lines, line = [], []
            length = len(prefix if prefix is not None else indent) - 1
            for p in parts:
                if length + 1 + len(p) > room and line:
                    lines.append(indent + " ".join(line))
                    line, length = [], len(indent) - 1
                line.append(p)
                length += len(p) + 1
            if line:
                lines.append(indent + " ".join(line))
            if prefix is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(self._prog) <= 0.75 * room:
            indent = " " * (len(prefix) + len(self._prog) + 1)
            if options:
                lines = lines_of([self._prog] + options, indent, prefix)
                lines.extend(lines_of(positions, indent))
            elif positions:
                lines = lines_of([self._prog] + positions, indent, prefix)
            else:
                lines = [self._prog]
        else:
            indent = " " * len(prefix)
            lines = lines_of(options + positions, indent)
            if len(lines) > 1:
                lines = lines_of(options, indent) + lines_of(positions, indent)
            lines = [self._prog] + lines
        return "\n".join(lines)

    def _format_actions_usage(self, actions, groups):
        hidden, inserts = set(), {}

        def insert(at, text, before=False):
            if at in inserts:
                inserts[at] = text + inserts[at] if before else inserts[at] + " " + text
            else:
                inserts[at] = text

        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f"empty group {group}")
            if all(a.help is SUPPRESS for a in members):
                continue
            start = next((i for i, a in enumerate(actions) if a is members[0]), None)
            if start is None:
                continue
            end = start + len(members)
            if [id(a) for a in actions[start:end]] != [id(a) for a in members]:
                continue
            shown = 0
            for action in members:
                hidden.add(id(action))
                shown += action.help is not SUPPRESS
            opening, closing = "[]" if not group.required else "()" if shown > 1 else ("", "")
            if opening:
                insert(start, opening)
                if end in inserts:
                    inserts[end] += closing
                else:
                    inserts[end] = closing
            for i in range(start + 1, end):
                insert(i, "|")
        parts = []
        for i, action in enumerate(actions):
            if action.help is SUPPRESS:
                parts.append(None)
                if inserts.get(i) == "|":
                    inserts.pop(i)
                elif inserts.get(i + 1) == "|":
                    inserts.pop(i + 1)
            elif not action.option_strings:
                part = self._format_args(action, self._get_default_metavar_for_positional(action))
                if id(action) in hidden and part[0] == "[" and part[-1] == "]":
                    part = part[1:-1]
                parts.append(part)
            else:
                if action.nargs == 0:
                    part = action.format_usage()
                else:
                    part = "%s %s" % (action.option_strings[0], self._format_args(
                        action, self._get_default_metavar_for_optional(action)))
                if not action.required and id(action) not in hidden:
                    part = f"[{part}]"
                parts.append(part)
        for i in sorted(inserts, reverse=True):
            parts[i:i] = [inserts[i]]
        text = " ".join([p for p in parts if p is not None])
        text = re.sub(r"([\[(]) ", r"\1", text)
        text = re.sub(r" ([\])])", r"\1", text)
        text = re.sub(r"[\[(] *[\])]", "", text)
        return text.strip()

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % dict(prog=self._prog)
        indent = " " * self._current_indent
        return self._fill_text(text, max(self._width - self._current_indent, 11), indent) + "\n\n"

    def _format_action(self, action):
        place = min(self._action_max_length + 2, self._max_help_position)
        room = max(self._width - place, 11)
        wide = place - self._current_indent - 2
        head = self._format_action_invocation(action)
        lead = 0
        if not action.help:
            head = "%*s%s\n" % (self._current_indent, "", head)
        elif len(head) <= wide:
            head = "%*s%-*s  " % (self._current_indent, "", wide, head)
        else:
            head = "%*s%s\n" % (self._current_indent, "", head)
            lead = place
        parts = [head]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, room)
                parts.append("%*s%s\n" % (lead, "", lines[0]))
                parts += ["%*s%s\n" % (place, "", line) for line in lines[1:]]
        elif not head.endswith("\n"):
            parts.append("\n")
        self._indent()
        parts += [self._format_action(sub) for sub in self._subactions(action)]
        self._dedent()
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1)[0]
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join([f"{option} {args}" for option in action.option_strings])

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            made = action.metavar
        elif action.choices is not None:
            made = "{%s}" % ",".join([str(c) for c in action.choices])
        else:
            made = default_metavar
        return lambda n: made if isinstance(made, tuple) else (made,) * n

    def _format_args(self, action, default_metavar):
        names, nargs = self._metavar_formatter(action, default_metavar), action.nargs
        if nargs is None:
            return "%s" % names(1)
        if nargs == OPTIONAL:
            return "[%s]" % names(1)
        if nargs == ZERO_OR_MORE:
            pair = names(1)
            return "[%s [%s ...]]" % pair if len(pair) == 2 else "[%s ...]" % pair
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % names(2)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return "%s ..." % names(1)
        if nargs == SUPPRESS:
            return ""
        try:
            formats = ["%s" for _ in range(nargs)]
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return " ".join(formats) % names(nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if params[name] is SUPPRESS:
                del params[name]
            elif hasattr(params[name], "__name__"):
                params[name] = params[name].__name__
        if params.get("choices") is not None:
            params["choices"] = ", ".join([str(c) for c in params["choices"]])
        return self._get_help_string(action) % params

    def _subactions(self, action):
        return action._get_subactions() if hasattr(action, "_get_subactions") else ()

    def _split_lines(self, text, width):
        return textwrap.wrap(re.sub(r"\s+", " ", text).strip(), width)

    def _fill_text(self, text, width, indent):
        return textwrap.fill(re.sub(r"\s+", " ", text).strip(), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    def _get_help_string(self, action):
        help = action.help or ""
        if "%(default)" not in help and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                help += " (default: %(default)s)"
        return help


class MetavarTypeHelpFormatter(HelpFormatter):
    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


for _c in (HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, ArgumentDefaultsHelpFormatter,
           MetavarTypeHelpFormatter):
    _c.__module__ = "argparse"
