"""Rows of comma-separated values."""
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3
_LIMIT = [131072]
_DIALECTS = {}
_FIELDS = {"delimiter": ",", "quotechar": '"', "doublequote": True, "escapechar": None, "lineterminator": "\r\n",
           "quoting": QUOTE_MINIMAL, "skipinitialspace": False, "strict": False}


class Error(Exception):
    pass


Error.__module__ = "_csv"


class Dialect:
    """How rows are written; subclasses set what differs."""

    def __init__(self):
        _Rules(self)


class excel(Dialect):
    delimiter, quotechar, doublequote = ",", '"', True
    skipinitialspace, lineterminator, quoting = False, "\r\n", QUOTE_MINIMAL


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    delimiter, quotechar, doublequote = ",", '"', True
    skipinitialspace, lineterminator, quoting = False, "\n", QUOTE_ALL


class _Rules:
    """A dialect that was checked."""

    def __init__(self, dialect=None, **given):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in given:
            if name not in _FIELDS:
                raise TypeError("%r is an invalid keyword argument for this function" % name)
        for name, default in _FIELDS.items():
            setattr(self, name, given.get(name, getattr(dialect, name, default)))
        for name, none in ("delimiter", False), ("escapechar", True), ("quotechar", True):
            value = getattr(self, name)
            if value is None and none or isinstance(value, str) and len(value) == 1:
                continue
            if not isinstance(value, str):
                raise TypeError('"%s" must be string%s, not %s' % (name, " or None" if none else "", type(value).__name__))
            raise TypeError('"%s" must be a 1-character string' % name)
        if isinstance(self.quoting, bool) or not isinstance(self.quoting, int):
            raise TypeError('"quoting" must be an integer')
        if not 0 <= self.quoting <= 3:
            raise TypeError('bad "quoting" value')
        if self.quotechar is None and self.quoting != QUOTE_NONE:
            if "quotechar" in given and "quoting" not in given:
                self.quoting = QUOTE_NONE
            else:
                raise TypeError("quotechar must be set if quoting enabled")
        if not isinstance(self.lineterminator, str):
            raise TypeError('"lineterminator" must be a string')
        for name in "doublequote", "skipinitialspace", "strict":
            setattr(self, name, bool(getattr(self, name)))


def register_dialect(name, dialect=None, **fmtparams):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _DIALECTS[name] = _Rules(dialect, **fmtparams)


def unregister_dialect(name):
    if name not in _DIALECTS:
        raise Error("unknown dialect")
    del _DIALECTS[name]


def get_dialect(name):
    if name not in _DIALECTS:
        raise Error("unknown dialect")
    return _DIALECTS[name]


def list_dialects():
    return list(_DIALECTS)


def field_size_limit(limit=None):
    old = _LIMIT[0]
    if limit is not None:
        if not isinstance(limit, int):
            raise TypeError("limit must be an integer")
        _LIMIT[0] = limit
    return old


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)


class _Reader:
    def __init__(self, lines, rules):
        self._lines, self.dialect, self.line_num = lines, rules, 0

    def __iter__(self):
        return self

    def __next__(self):
        self._row, self._field, self._number = [], [], False
        self._state = "start record"
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                # What is open at the end counts, unless the dialect is strict.
                if self._field or self._state == "in quoted":
                    if self.dialect.strict:
                        raise Error("unexpected end of data") from None
                    self._save()
                    return self._row
                raise
            if not isinstance(line, str):
                raise Error("iterator should return strings, not %s (the file should be opened in text mode)" %
                            type(line).__name__)
            self.line_num += 1
            for c in line:
                self._take(c)
            self._take("")
            if self._state == "start record":
                return self._row

    def _save(self):
        text = "".join(self._field)
        if self._number:
            text = float(text)
        self._row.append(text)
        self._field, self._number = [], False

    def _add(self, c):
        if len(self._field) >= _LIMIT[0]:
            raise Error("field larger than field limit (%d)" % _LIMIT[0])
        self._field.append(c)

    def _take(self, c):
        """One character, or "" for the end of a line."""
        d, state = self.dialect, self._state
        end = c in ("\n", "\r", "")
        if state == "start record":
            if c == "":
                return
            if end:
                self._state = "eat crnl"
                return
            state = "start field"
        if state == "start field":
            if end:
                self._save()
                self._state = "start record" if c == "" else "eat crnl"
            elif c == d.quotechar and d.quoting != QUOTE_NONE:
                self._state = "in quoted"
            elif c == d.escapechar:
                self._state = "escaped"
            elif c == " " and d.skipinitialspace:
                self._state = "start field"
            elif c == d.delimiter:
                self._save()
                self._state = "start field"
            else:
                self._number = d.quoting == QUOTE_NONNUMERIC
                self._add(c)
                self._state = "in field"
        elif state == "escaped":
            if c in ("\n", "\r"):
                self._add(c)
                self._state = "after escaped crnl"
            else:
                self._add(c or "\n")
                self._state = "in field"
        elif state in ("in field", "after escaped crnl"):
            if state == "after escaped crnl" and c == "":
                return
            if end:
                self._save()
                self._state = "start record" if c == "" else "eat crnl"
            elif c == d.escapechar:
                self._state = "escaped"
            elif c == d.delimiter:
                self._save()
                self._state = "start field"
            else:
                self._add(c)
                self._state = "in field"
        elif state == "in quoted":
            if c == "":
                return
            if c == d.escapechar:
                self._state = "escape in quoted"
            elif c == d.quotechar and d.quoting != QUOTE_NONE:
                self._state = "quote in quoted" if d.doublequote else "in field"
            else:
                self._add(c)
        elif state == "escape in quoted":
            self._add(c or "\n")
            self._state = "in quoted"
        elif state == "quote in quoted":
            if c == d.quotechar and d.quoting != QUOTE_NONE:
                self._add(c)
                self._state = "in quoted"
            elif c == d.delimiter:
                self._save()
                self._state = "start field"
            elif end:
                self._save()
                self._state = "start record" if c == "" else "eat crnl"
            elif d.strict:
                raise Error("'%s' expected after '%s'" % (d.delimiter, d.quotechar))
            else:
                self._add(c)
                self._state = "in field"
        elif state == "eat crnl":
            if c == "":
                self._state = "start record"
            elif not end:
                raise Error("new-line character seen in unquoted field - do you need to open the file in "
                            "universal-newline mode?")


_Reader.__name__ = _Reader.__qualname__ = "reader"
_Reader.__module__ = "_csv"


def reader(csvfile, /, dialect="excel", **fmtparams):
    return _Reader(iter(csvfile), _Rules(dialect, **fmtparams))


class _Writer:
    def __init__(self, file, rules):
        if not callable(getattr(file, "write", None)):
            raise TypeError('argument 1 must have a "write" method')
        self._write, self.dialect = file.write, rules

    def _quoted(self, text, number, alone):
        d = self.dialect
        special = [d.delimiter, d.escapechar, d.quotechar, *d.lineterminator]
        want = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not number
        out = []
        for c in text:
            if c in special or c in "\r\n" and c in d.lineterminator:
                escape = d.quoting == QUOTE_NONE
                if not escape and c == d.quotechar:
                    if d.doublequote:
                        out.append(d.quotechar)
                    else:
                        escape = True
                elif not escape and c == d.escapechar:
                    escape = True
                if not escape:
                    want = True
                else:
                    if not d.escapechar:
                        raise Error("need to escape, but no escapechar set")
                    out.append(d.escapechar)
            out.append(c)
        if not text and alone:
            if d.quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            want = True
        text = "".join(out)
        return d.quotechar + text + d.quotechar if want else text

    def writerow(self, row, /):
        try:
            row = list(row)
        except TypeError:
            raise Error("iterable expected, not %s" % type(row).__name__) from None
        fields = []
        for value in row:
            number = isinstance(value, (int, float)) or hasattr(value, "__float__")
            text = "" if value is None else value if isinstance(value, str) else str(value)
            fields.append(self._quoted(text, number, len(row) == 1))
        return self._write(self.dialect.delimiter.join(fields) + self.dialect.lineterminator)

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)


_Writer.__name__ = _Writer.__qualname__ = "writer"
_Writer.__module__ = "_csv"


def writer(csvfile, /, dialect="excel", **fmtparams):
    return _Writer(csvfile, _Rules(dialect, **fmtparams))


class DictReader:
    """Rows as dicts, whose keys are given or stand in the first row."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self._fieldnames = None if fieldnames is None else list(fieldnames)
        self.restkey, self.restval = restkey, restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect, self.line_num = dialect, 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        names = self.fieldnames
        made = dict(zip(names, row))
        if len(names) < len(row):
            made[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            made[name] = self.restval
        return made


class DictWriter:
    """Writes dicts as rows."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        self.fieldnames, self.restval = list(fieldnames), restval
        extrasaction = extrasaction.lower()
        if extrasaction not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [name for name in rowdict if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join(repr(x) for x in wrong))
        return [rowdict.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._row, rowdicts))


def __getattr__(name):
    if name == "Sniffer":
        raise NotImplementedError("csv.Sniffer is not in the spec language")
    raise AttributeError("module 'csv' has no attribute %r" % name)
