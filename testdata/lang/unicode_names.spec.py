# Names are compared in their NFKC form: the ligature is the two letters, full width letters are plain ones.
ﬁle = 1
print(file, ﬁle)


def ｆ(ſ, *, ª=2):
    return s + a


print(f(1), f(ſ=3, a=4))


class Å:
    ℌ = 5

    def ﬂip(self):
        self.ﬀ = 6
        return self.ff


print(Å.H, getattr(Å, "H"), hasattr(Å, "ℌ"), Å().flip(), Å.__name__)
print(sorted(n for n in vars(Å) if not n.startswith("__")))
# Not a name by one character, and text that is no name.
for text in ["ab", "٣a", "a٣", "a·", "·a", "℘", "a\u037a", "ªb", "", "a b", "µ", "a\u0301"]:
    print(ascii(text), text.isidentifier(), text.isprintable(), ascii(repr(text)))
print(repr("\xa0\xad\u200b\ue000\u3000\U000e0001é中\U0001f600\ud800"))
