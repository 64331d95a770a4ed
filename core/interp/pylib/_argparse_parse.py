"""How argparse takes a command line apart: what each string may be is one letter, and patterns of letters are matched."""
import re
import sys

from _argparse_help import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE

_UNRECOGNIZED_ARGS_ATTR = "_unrecognized_args"


class _Parsing:
    def parse_args(self, args=None, namespace=None):
        args, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return args

    def parse_known_args(self, args=None, namespace=None):
        import argparse
        args = sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = argparse.Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not hasattr(namespace, action.dest) and action.default is not SUPPRESS:
                setattr(namespace, action.dest, action.default)
        for dest in self._defaults:
            if not hasattr(namespace, dest):
                setattr(namespace, dest, self._defaults[dest])
        if self.exit_on_error:
            try:
                namespace, args = self._parse_known_args(args, namespace)
            except argparse.ArgumentError as err:
                self.error(str(err))
        else:
            namespace, args = self._parse_known_args(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            args.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, args

    def _parse_known_args(self, arg_strings, namespace):
        import argparse
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        conflicts = {}
        for group in self._mutually_exclusive_groups:
            members = group._group_actions
            for i, action in enumerate(members):
                conflicts.setdefault(id(action), []).extend(members[:i] + members[i + 1:])
        option_at, letters, rest = {}, [], iter(arg_strings)
        for i, text in enumerate(rest):
            if text == "--":
                letters.append("-")
                letters += ["A" for _ in rest]
            else:
                found = self._parse_optional(text)
                if found is not None:
                    option_at[i] = found
                letters.append("A" if found is None else "O")
        pattern = "".join(letters)
        seen, seen_non_default, extras = set(), [], []

        def take_action(action, strings, option_string=None):
            seen.add(id(action))
            values = self._get_values(action, strings)
            if values is not action.default:
                seen_non_default.append(action)
                for other in conflicts.get(id(action), []):
                    if any(other is a for a in seen_non_default):
                        raise argparse.ArgumentError(action, "not allowed with argument %s" %
                                                     argparse._get_action_name(other))
            if values is not SUPPRESS:
                action(self, namespace, values, option_string)

        def consume_optional(start):
            action, option, explicit = option_at[start]
            todo = []
            while True:
                if action is None:
                    extras.append(arg_strings[start])
                    return start + 1
                if explicit is None:
                    first = start + 1
                    count = self._match_argument(action, pattern[first:])
                    stop = first + count
                    todo.append((action, arg_strings[first:stop], option))
                    break
                count = self._match_argument(action, "A")
                if count == 0 and option[1] not in self.prefix_chars and explicit != "":
                    todo.append((action, [], option))  # -xyz: single letters together
                    char, option = option[0], option[0] + explicit[0]
                    after = explicit[1:] or None
                    if option not in self._option_string_actions:
                        raise argparse.ArgumentError(action, f"ignored explicit argument {explicit!r}")
                    action, explicit = self._option_string_actions[option], after
                elif count == 1:
                    stop = start + 1
                    todo.append((action, [explicit], option))
                    break
                else:
                    raise argparse.ArgumentError(action, f"ignored explicit argument {explicit!r}")
            for action, strings, option in todo:
                take_action(action, strings, option)
            return stop

        positionals = self._get_positional_actions()

        def consume_positionals(start):
            counts = self._match_arguments_partial(positionals, pattern[start:])
            for action, count in zip(positionals, counts):
                strings = arg_strings[start:start + count]
                start += count
                take_action(action, strings)
            positionals[:] = positionals[len(counts):]
            return start

        start, last = 0, max(option_at) if option_at else -1
        while start <= last:
            next_option = min([i for i in option_at if i >= start])
            if start != next_option:
                end = consume_positionals(start)
                if end > start:
                    start = end
                    continue
                start = end
            if start not in option_at:
                extras.extend(arg_strings[start:next_option])
                start = next_option
            start = consume_optional(start)
        stop = consume_positionals(start)
        extras.extend(arg_strings[stop:])
        missing = []
        for action in self._actions:
            if id(action) in seen:
                continue
            if action.required:
                missing.append(argparse._get_action_name(action))
            elif action.default is not None and isinstance(action.default, str) and hasattr(namespace, action.dest) and (
                    action.default is getattr(namespace, action.dest)):
                setattr(namespace, action.dest, self._get_value(action, action.default))
        if missing:
            self.error("the following arguments are required: %s" % ", ".join(missing))
        for group in self._mutually_exclusive_groups:
            if group.required and not any(a is b for a in group._group_actions for b in seen_non_default):
                names = [argparse._get_action_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                self.error("one of the arguments %s is required" % " ".join(names))
        return namespace, extras

    def _read_args_from_files(self, arg_strings):
        made = []
        for text in arg_strings:
            if not text or text[0] not in self.fromfile_prefix_chars:
                made.append(text)
                continue
            try:
                with open(text[1:]) as file:
                    strings = []
                    for line in file.read().splitlines():
                        strings += self.convert_arg_line_to_args(line)
                    made += self._read_args_from_files(strings)
            except OSError as err:
                self.error(str(err))
        return made

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _match_argument(self, action, pattern):
        import argparse
        match = re.match(self._get_nargs_pattern(action), pattern)
        if match is None:
            texts = {None: "expected one argument", OPTIONAL: "expected at most one argument",
                     ONE_OR_MORE: "expected at least one argument"}
            text = texts.get(action.nargs)
            if text is None:
                text = "expected %s argument%s" % (action.nargs, "" if action.nargs == 1 else "s")
            raise argparse.ArgumentError(action, text)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, pattern):
        for i in range(len(actions), 0, -1):
            match = re.match("".join([self._get_nargs_pattern(a) for a in actions[:i]]), pattern)
            if match is not None:
                return [len(s) for s in match.groups()]
        return []

    def _parse_optional(self, text):
        if not text or text[0] not in self.prefix_chars:
            return None
        if text in self._option_string_actions:
            return self._option_string_actions[text], text, None
        if len(text) == 1:
            return None
        if "=" in text:
            option, explicit = text.split("=", 1)
            if option in self._option_string_actions:
                return self._option_string_actions[option], option, explicit
        found = self._get_option_tuples(text)
        if len(found) > 1:
            self.error("ambiguous option: %s could match %s" % (text, ", ".join([option for _, option, _ in found])))
        if len(found) == 1:
            return found[0]
        if self._negative_number_matcher.match(text) and not self._has_negative_number_optionals:
            return None
        if " " in text:
            return None
        return None, text, None

    def _get_option_tuples(self, text):
        found, chars, known = [], self.prefix_chars, self._option_string_actions
        if text[0] in chars and text[1] in chars:
            if self.allow_abbrev:
                prefix, explicit = text.split("=", 1) if "=" in text else (text, None)
                for option in known:
                    if option.startswith(prefix):
                        found.append((known[option], option, explicit))
        elif text[0] in chars and text[1] not in chars:
            short, explicit = text[:2], text[2:]
            for option in known:
                if option == short:
                    found.append((known[option], option, explicit))
                elif option.startswith(text):
                    found.append((known[option], option, None))
        else:
            self.error(f"unexpected option string: {text}")
        return found

    def _get_nargs_pattern(self, action):
        nargs = action.nargs
        if nargs is None:
            pattern = "(-*A-*)"
        elif nargs == OPTIONAL:
            pattern = "(-*A?-*)"
        elif nargs == ZERO_OR_MORE:
            pattern = "(-*[A-]*)"
        elif nargs == ONE_OR_MORE:
            pattern = "(-*A[A-]*)"
        elif nargs == REMAINDER:
            pattern = "([-AO]*)"
        elif nargs == PARSER:
            pattern = "(-*A[-AO]*)"
        elif nargs == SUPPRESS:
            pattern = "(-*-*)"
        else:
            pattern = "(-*%s-*)" % "-*".join("A" * nargs)
        if action.option_strings:
            pattern = pattern.replace("-*", "").replace("-", "")
        return pattern

    def _get_values(self, action, strings):
        if action.nargs not in (PARSER, REMAINDER):
            try:
                strings.remove("--")
            except ValueError:
                pass
        if not strings and action.nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif not strings and action.nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else strings
            if action.default is not None:
                self._check_value(action, value)
        elif len(strings) == 1 and action.nargs in (None, OPTIONAL):
            value = self._get_value(action, strings[0])
            self._check_value(action, value)
        elif action.nargs == REMAINDER:
            value = [self._get_value(action, v) for v in strings]
        elif action.nargs == PARSER:
            value = [self._get_value(action, v) for v in strings]
            self._check_value(action, value[0])
        elif action.nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, v) for v in strings]
            for v in value:
                self._check_value(action, v)
        return value

    def _get_value(self, action, string):
        import argparse
        convert = self._registry_get("type", action.type, action.type)
        if not callable(convert):
            raise argparse.ArgumentError(action, f"{convert!r} is not callable")
        try:
            return convert(string)
        except argparse.ArgumentTypeError as err:
            raise argparse.ArgumentError(action, str(err))
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise argparse.ArgumentError(action, f"invalid {name} value: {string!r}")

    def _check_value(self, action, value):
        import argparse
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, "invalid choice: %r (choose from %s)" % (
                value, ", ".join([repr(c) for c in action.choices])))

    # ---- optionals and positionals mixed
    def parse_intermixed_args(self, args=None, namespace=None):
        args, rest = self.parse_known_intermixed_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return args

    def parse_known_intermixed_args(self, args=None, namespace=None):
        positionals = self._get_positional_actions()
        bad = [a for a in positionals if a.nargs in (PARSER, REMAINDER)]
        if bad:
            raise TypeError("parse_intermixed_args: positional arg with nargs=%s" % bad[0].nargs)
        if [a.dest for g in self._mutually_exclusive_groups for a in g._group_actions if a in positionals]:
            raise TypeError("parse_intermixed_args: positional in mutuallyExclusiveGroup")
        usage, self.usage = self.usage, self.usage if self.usage is not None else self.format_usage()[7:]
        try:
            for a in positionals:
                a.save_nargs, a.save_default = a.nargs, a.default
                a.nargs, a.default = SUPPRESS, SUPPRESS
            try:
                namespace, rest = self.parse_known_args(args, namespace)
                for a in positionals:
                    if hasattr(namespace, a.dest) and getattr(namespace, a.dest) == []:
                        delattr(namespace, a.dest)
            finally:
                for a in positionals:
                    a.nargs, a.default = a.save_nargs, a.save_default
            required = [a for a in self._get_optional_actions() if a.required]
            groups = [g for g in self._mutually_exclusive_groups if g.required]
            try:
                for a in required:
                    a.required = False
                for g in groups:
                    g.required = False
                return self.parse_known_args(rest, namespace)
            finally:
                for a in required:
                    a.required = True
                for g in groups:
                    g.required = True
        finally:
            self.usage = usage
