"""Differences of sequences: SequenceMatcher, and the texts that are made with it."""
from collections import namedtuple

Match = namedtuple('Match', 'a b size')


class SequenceMatcher:
    """Longest blocks that two sequences share, and what turns one into the other."""

    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk, self.autojunk = isjunk, autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = self.fullbcount = None
        self.b2j = places = {}
        for i, element in enumerate(b):
            places.setdefault(element, []).append(i)
        self.bjunk = set(e for e in places if self.isjunk and self.isjunk(e))
        for element in self.bjunk:
            del places[element]
        self.bpopular = set()
        if self.autojunk and len(b) >= 200:
            most = len(b) // 100 + 1
            self.bpopular = set(e for e, at in places.items() if len(at) > most)
            for element in self.bpopular:
                del places[element]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        a, b, places, junk = self.a, self.b, self.b2j, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        besti, bestj, bestsize = alo, blo, 0
        lengths = {}
        for i in range(alo, ahi):
            new = {}
            for j in places.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = new[j] = lengths.get(j - 1, 0) + 1
                if k > bestsize:
                    besti, bestj, bestsize = i - k + 1, j - k + 1, k
            lengths = new
        # What is popular may widen the block, and then what is junk.
        for wanted in (False, True):
            while (besti > alo and bestj > blo and (b[bestj - 1] in junk) == wanted and
                   a[besti - 1] == b[bestj - 1]):
                besti, bestj, bestsize = besti - 1, bestj - 1, bestsize + 1
            while (besti + bestsize < ahi and bestj + bestsize < bhi and
                   (b[bestj + bestsize] in junk) == wanted and a[besti + bestsize] == b[bestj + bestsize]):
                bestsize += 1
        return Match(besti, bestj, bestsize)

    def get_matching_blocks(self):
        if self.matching_blocks is not None:
            return self.matching_blocks
        la, lb = len(self.a), len(self.b)
        queue, found = [(0, la, 0, lb)], []
        while queue:
            alo, ahi, blo, bhi = queue.pop()
            i, j, k = x = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append(x)
                if alo < i and blo < j:
                    queue.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    queue.append((i + k, ahi, j + k, bhi))
        found.sort()
        i1 = j1 = k1 = 0
        joined = []
        for i2, j2, k2 in found:
            if i1 + k1 == i2 and j1 + k1 == j2:
                k1 += k2
            else:
                if k1:
                    joined.append(Match(i1, j1, k1))
                i1, j1, k1 = i2, j2, k2
        if k1:
            joined.append(Match(i1, j1, k1))
        joined.append(Match(la, lb, 0))
        self.matching_blocks = joined
        return joined

    def get_opcodes(self):
        if self.opcodes is not None:
            return self.opcodes
        i = j = 0
        self.opcodes = answer = []
        for ai, bj, size in self.get_matching_blocks():
            tag = ('replace' if i < ai and j < bj else 'delete' if i < ai else 'insert' if j < bj else '')
            if tag:
                answer.append((tag, i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                answer.append(('equal', ai, i, bj, j))
        return answer

    def get_grouped_opcodes(self, n=3):
        codes = self.get_opcodes() or [('equal', 0, 1, 0, 1)]
        if codes[0][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == 'equal':
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == 'equal' and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == 'equal'):
            yield group

    def _of(self, matches):
        length = len(self.a) + len(self.b)
        return 2.0 * matches / length if length else 1.0

    def ratio(self):
        return self._of(sum(block[-1] for block in self.get_matching_blocks()))

    def quick_ratio(self):
        if self.fullbcount is None:
            self.fullbcount = {}
            for element in self.b:
                self.fullbcount[element] = self.fullbcount.get(element, 0) + 1
        left, matches = {}, 0
        for element in self.a:
            count = left.get(element, self.fullbcount.get(element, 0))
            left[element] = count - 1
            matches += count > 0
        return self._of(matches)

    def real_quick_ratio(self):
        return self._of(min(len(self.a), len(self.b)))


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    if not n > 0:
        raise ValueError('n must be > 0: %r' % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: %r' % (cutoff,))
    from heapq import nlargest
    result = []
    s = SequenceMatcher()
    s.set_seq2(word)
    for x in possibilities:
        s.set_seq1(x)
        if s.real_quick_ratio() >= cutoff and s.quick_ratio() >= cutoff and s.ratio() >= cutoff:
            result.append((s.ratio(), x))
    return [x for score, x in nlargest(n, result)]


def IS_LINE_JUNK(line):
    return line.strip() in ('', '#')


def IS_CHARACTER_JUNK(ch, ws=' \t'):
    return ch in ws


def _marks(line, tags):
    return ''.join(c if tag == ' ' and c.isspace() else tag for c, tag in zip(line, tags)).rstrip()


class Differ:
    """Lines of two texts, those of both, of one and of the other marked, and where similar ones differ."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk, self.charjunk = linejunk, charjunk

    def compare(self, a, b):
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == 'replace':
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == 'delete':
                yield from self._dump('-', a, alo, ahi)
            elif tag == 'insert':
                yield from self._dump('+', b, blo, bhi)
            else:
                yield from self._dump(' ', a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield '%s %s' % (tag, x[i])

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        best, cutoff = 0.74, 0.75
        cruncher = SequenceMatcher(self.charjunk)
        equal = None
        for j in range(blo, bhi):
            cruncher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if equal is None:
                        equal = i, j
                    continue
                cruncher.set_seq1(a[i])
                if (cruncher.real_quick_ratio() > best and cruncher.quick_ratio() > best and
                        cruncher.ratio() > best):
                    best, besti, bestj = cruncher.ratio(), i, j
        if best < cutoff:
            if equal is None:
                # Nothing is alike: the shorter block first.
                first, second = self._dump('-', a, alo, ahi), self._dump('+', b, blo, bhi)
                if bhi - blo < ahi - alo:
                    first, second = second, first
                yield from first
                yield from second
                return
            besti, bestj = equal
        else:
            equal = None
        yield from self._around(a, alo, besti, b, blo, bestj)
        aline, bline = a[besti], b[bestj]
        if equal is None:
            atags = btags = ''
            cruncher.set_seqs(aline, bline)
            for tag, ai1, ai2, bj1, bj2 in cruncher.get_opcodes():
                mark = {'replace': '^^', 'delete': '-+', 'insert': '-+', 'equal': '  '}[tag]
                atags += mark[0] * (ai2 - ai1)
                btags += mark[1] * (bj2 - bj1)
            for sign, line, tags in (('- ', aline, atags), ('+ ', bline, btags)):
                yield sign + line
                tags = _marks(line, tags)
                if tags:
                    yield '? %s\n' % tags
        else:
            yield '  ' + aline
        yield from self._around(a, besti + 1, ahi, b, bestj + 1, bhi)

    def _around(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
        elif alo < ahi:
            yield from self._dump('-', a, alo, ahi)
        elif blo < bhi:
            yield from self._dump('+', b, blo, bhi)


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    tag = {1: '- ', 2: '+ '}.get(int(which))
    if tag is None:
        raise ValueError('unknown delta choice (must be 1 or 2): %r' % which)
    for line in delta:
        if line[:2] in ('  ', tag):
            yield line[2:]


def _span(start, stop, unified):
    beginning, length = start + 1, stop - start
    if unified:
        if length == 1:
            return str(beginning)
        return '%d,%d' % (beginning - (not length), length)
    beginning -= not length
    return str(beginning) if length <= 1 else '%d,%d' % (beginning, beginning + length - 1)


def unified_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield '--- %s%s%s' % (fromfile, '\t' + fromfiledate if fromfiledate else '', lineterm)
            yield '+++ %s%s%s' % (tofile, '\t' + tofiledate if tofiledate else '', lineterm)
        first, last = group[0], group[-1]
        yield '@@ -%s +%s @@%s' % (_span(first[1], last[2], True), _span(first[3], last[4], True), lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == 'equal':
                for line in a[i1:i2]:
                    yield ' ' + line
                continue
            if tag != 'insert':
                for line in a[i1:i2]:
                    yield '-' + line
            if tag != 'delete':
                for line in b[j1:j2]:
                    yield '+' + line


def context_diff(a, b, fromfile='', tofile='', fromfiledate='', tofiledate='', n=3, lineterm='\n'):
    prefix = {'insert': '+ ', 'delete': '- ', 'replace': '! ', 'equal': '  '}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield '*** %s%s%s' % (fromfile, '\t' + fromfiledate if fromfiledate else '', lineterm)
            yield '--- %s%s%s' % (tofile, '\t' + tofiledate if tofiledate else '', lineterm)
        first, last = group[0], group[-1]
        yield '***************' + lineterm
        yield '*** %s ****%s' % (_span(first[1], last[2], False), lineterm)
        if any(tag in ('replace', 'delete') for tag, *rest in group):
            for tag, i1, i2, j1, j2 in group:
                if tag != 'insert':
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield '--- %s ----%s' % (_span(first[3], last[4], False), lineterm)
        if any(tag in ('replace', 'insert') for tag, *rest in group):
            for tag, i1, i2, j1, j2 in group:
                if tag != 'delete':
                    for line in b[j1:j2]:
                        yield prefix[tag] + line
