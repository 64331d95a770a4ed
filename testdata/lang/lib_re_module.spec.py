# the library: re_module
import re
print(re.match(r'(\w+) (\w+)', 'hello world').groups(), re.search(r'\d+', 'ab123c').span(), re.findall(r'\w+', 'a bc d'), re.findall(r'(a)(b)?', 'ab a'), re.sub(r'(\w+)', r'<\1>', 'a b'), re.sub('x*', '-', 'abxd'), re.split(r'\W+', 'Words, words, words.'), re.split(r'(\W+)', 'a, b'), re.split('', 'ab'))
m = re.match(r'(?P<first>\w+) (?P<last>\w+)', 'John Smith'); print(m.group('first'), m['last'], m.groupdict(), m.start(), m.end('last'), m.span(2), m.lastindex, m.lastgroup, m, m.re, m.string, m.pos, m.endpos, m.expand(r'\2 \g<first>'), m[0], m.group(1, 2))
p = re.compile(r'a.c', re.I | re.S); print(p, p.flags, p.pattern, p.groups, p.match('A\nC'), p.fullmatch('abcd'), p.search('xxabc', 2), bool(p.match('abc')))
print([m.group() for m in re.finditer('a|b', 'cabd')], re.subn('a', 'b', 'aaa', 2), re.sub('a', lambda m: m.group().upper(), 'banana'), re.escape('a.b*c'), re.sub(r'(?i)HELLO', 'bye', 'Hello'), re.sub('b', r'\n', 'abc'), re.sub('(?P<x>b)', r'[\g<x>\g<0>]', 'abc'))
for pat in ['(', ')', '[', '*a', 'a**', '(?P<1>a)', '(?P<a>x)(?P<a>y)', '\\', 'a{2,1}', '(?z)', '[b-a]', r'\q', '(?P<a', 'x(?i)']:
    try: print(pat, re.compile(pat))
    except re.error as e: print(pat, '->', e, e.pos)
print(re.findall(r'^\w', 'a\nb\nc', re.M), re.findall(r'\w$', 'a\nb\n', re.M), re.findall('a$', 'a\n'), re.search('a$', 'a\n').span(), re.findall(r'\bfoo\b', 'foo foobar foo'), re.findall(r'[^\W\d_]+', 'ab1_c é'), re.findall(r'\w+', 'é日本 x'), re.findall(r'\d', '1٣'), re.findall(r'(?a)\w+', 'éa'), re.match(r'''(?x) a  # comment
   b ''', 'ab').group(), re.findall(rb'\w+', b'ab c'), re.sub(rb'a', rb'b', b'aa'))
print(re.findall(r'a*?b', 'aab'), re.match(r'(a+)(a*)', 'aaa').groups(), re.match('(a)|(b)', 'b').groups(), re.match('(a)|(b)', 'b').groups('x'), re.fullmatch('a+', 'aaa').span(), re.match('é+', 'ééa').span(), re.search('本', '日本').span(), re.split('a', 'banana', maxsplit=1), re.findall('', 'ab'), re.sub('', '-', 'ab'), [m.span() for m in re.finditer(r'\b', 'a b')], re.sub(r'\s+', ' ', 'a \t\n b'))
print(re.template if hasattr(re, 'x') else 'ok', repr(re.I), re.I | re.M, re.compile('a') == re.compile('a'))
try: re.compile(5)
except TypeError as e: print(e)
try: re.match('a', b'a')
except TypeError as e: print(e)
try: re.match('a', None)
except TypeError as e: print(e)
try: re.match('a', 'a').group(3)
except IndexError as e: print(e)
try: re.sub('a', r'\3', 'a')
except re.error as e: print(e)
