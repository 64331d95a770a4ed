# csv.
import csv
import io

text = 'name,n,note\nann,1,"says ""hi"", twice"\nbob,2,\n\n"c\nd",3,x\n'
for row in csv.reader(io.StringIO(text)):
    print(row)
reader = csv.DictReader(io.StringIO(text))
print(reader.fieldnames, list(reader), reader.line_num)
print(list(csv.DictReader(io.StringIO("1,2,3\n4\n"), ["a", "b"], restkey="more", restval="none")))
print(list(csv.reader(["a;b;'c;d'"], delimiter=";", quotechar="'")), list(csv.reader(["a, b"], skipinitialspace=True)),
      list(csv.reader(["1,'a',2.5"], quoting=csv.QUOTE_NONNUMERIC, quotechar="'")),
      list(csv.reader(['a"b,"c"'], quoting=csv.QUOTE_NONE)), list(csv.reader(["a\\,b,c"], escapechar="\\")),
      list(csv.reader(["a\tb"], "excel-tab")), list(csv.reader([])), list(csv.reader([""])))
for kwargs in [{}, {"quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC}, {"delimiter": "\t"},
               {"lineterminator": "\n"}, {"doublequote": False, "escapechar": "\\"},
               {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"dialect": "unix"}]:
    out = io.StringIO()
    w = csv.writer(out, **kwargs)
    print(w.writerow(["a", 1, 2.5, None, 'q"q', "x,y", "l\nm", ""]), repr(out.getvalue()))
out = io.StringIO()
w = csv.DictWriter(out, ["x", "y"], restval="-", extrasaction="ignore")
w.writeheader()
w.writerow({"x": 1, "z": 2})
w.writerows([{"x": 3, "y": 4}])
print(repr(out.getvalue()))


class Pipes(csv.Dialect):
    delimiter = "|"
    quotechar = '"'
    lineterminator = "\n"
    quoting = csv.QUOTE_MINIMAL


csv.register_dialect("pipes", Pipes)
print(list(csv.reader(["a|b"], "pipes")), "pipes" in csv.list_dialects(), csv.get_dialect("pipes").delimiter)
print(csv.field_size_limit())


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for f in [lambda: list(csv.reader(['"a'], strict=True)), lambda: list(csv.reader(['"a"b'], strict=True)),
          lambda: csv.reader([], delimiter="ab"), lambda: csv.reader([], nope=1), lambda: csv.reader([], "nope"),
          lambda: list(csv.reader([b"a"])), lambda: csv.writer(5), lambda: csv.writer(io.StringIO()).writerow(5),
          lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"]),
          lambda: csv.DictWriter(io.StringIO(), ["x"]).writerow({"y": 1}), lambda: list(csv.reader(["a\rb"])),
          lambda: csv.reader([], quoting=9), lambda: csv.reader([], quotechar="")]:
    print(attempt(f))
