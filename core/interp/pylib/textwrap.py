"""Text in lines of a width."""
_SPACES = "\t\n\x0b\x0c\r "


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _split(self, text):
        """Words, and the spaces between them; words break behind hyphens between letters."""
        chunks = []
        i, n = 0, len(text)
        while i < n:
            j = i
            space = text[i] in _SPACES
            while j < n and (text[j] in _SPACES) == space:
                j += 1
            word = text[i:j]
            i = j
            if space or not self.break_on_hyphens or "-" not in word:
                chunks.append(word)
                continue
            start = k = 0
            while k < len(word):
                if (word[k] == "-" and k > start + 1 and word[k - 1].isalpha() and word[k - 2:k - 1].isalpha()
                        and word[k + 1:k + 2].isalpha()):
                    chunks.append(word[start:k + 1])
                    start = k + 1
                k += 1
            if start < len(word):
                chunks.append(word[start:])
        return chunks

    def wrap(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate({ord(c): " " for c in _SPACES})
        chunks = self._split(text)
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        lines = []
        chunks.reverse()
        while chunks:
            line, length = [], 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                del chunks[-1]
            while chunks:
                l = len(chunks[-1])
                if length + l > width:
                    break
                line.append(chunks.pop())
                length += l
            if chunks and len(chunks[-1]) > width:
                left = 1 if width < 1 else width - length
                if self.break_long_words:
                    chunk = chunks[-1]
                    end = left
                    if self.break_on_hyphens and len(chunk) > left:
                        hyphen = chunk.rfind("-", 0, left)
                        if hyphen > 0 and any(c != "-" for c in chunk[:hyphen]):
                            end = hyphen + 1
                    line.append(chunk[:end])
                    chunks[-1] = chunk[end:]
                elif not line:
                    line.append(chunks.pop())
                length = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == "":
                length -= len(line[-1])
                del line[-1]
            if line:
                if (self.max_lines is None or len(lines) + 1 < self.max_lines
                        or (not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())
                        and length <= width):
                    lines.append(indent + "".join(line))
                else:
                    while line:
                        if line[-1].strip() and length + len(self.placeholder) <= width:
                            line.append(self.placeholder)
                            lines.append(indent + "".join(line))
                            break
                        length -= len(line[-1])
                        del line[-1]
                    else:
                        if lines:
                            prev = lines[-1].rstrip()
                            if len(prev) + len(self.placeholder) <= self.width:
                                lines[-1] = prev + self.placeholder
                                break
                        lines.append(indent + self.placeholder.lstrip())
                    break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))


def dedent(text):
    if not isinstance(text, str):
        if isinstance(text, (bytes, bytearray)):
            raise TypeError("cannot use a string pattern on a bytes-like object")
        raise TypeError(f"expected string or bytes-like object, got {type(text).__name__!r}")
    lines = text.split("\n")
    margin = None
    for i, line in enumerate(lines):
        content = line.lstrip(" \t")
        if not content:
            lines[i] = ""
            continue
        indent = line[:len(line) - len(content)]
        if margin is None:
            margin = indent
        else:
            k = 0
            while k < len(margin) and k < len(indent) and margin[k] == indent[k]:
                k += 1
            margin = margin[:k]
    if margin:
        lines = [line[len(margin):] for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    if predicate is None:
        def predicate(line):
            return line.strip()
    return "".join([prefix + line if predicate(line) else line for line in text.splitlines(True)])
