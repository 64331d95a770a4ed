# Paths and patterns of names.
from pathlib import Path, PurePath
import tempfile, fnmatch
p = Path('/a') / 'b' / 'c.tar.gz'
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, list(p.parents), p.parts, p.is_absolute(), p.with_suffix('.x'), p.with_name('y'), p.relative_to('/a'), Path('x/./y//z'), Path(), Path('a') == Path('a'), {Path('a'): 1}, sorted([Path('b'), Path('a')]), Path('a', 'b'), 'x' / Path('y'), Path('/').parent, Path('a').parent, Path('.hid').suffix, Path('a.').suffix, str(Path('~')))
d = Path(tempfile.mkdtemp())
(d / 'sub').mkdir(); (d / 'sub').mkdir(exist_ok=True); (d / 'x' / 'y').mkdir(parents=True)
f = d / 'sub' / 't.txt'; print(f.write_text('hello'), f.read_text(), f.exists(), f.is_file(), d.is_dir(), [q.name for q in (d / 'sub').iterdir()], [q.name for q in (d / 'sub').glob('*.txt')]); f.unlink(); print(f.exists())
with open(d / 'q', 'w') as fh: fh.write('1')
for g in (lambda: Path('a').relative_to('b'), lambda: Path('a') / 3, lambda: Path('/').with_name('a'), lambda: (d / 'none').read_text()):
    try: print(g())
    except Exception as e: print(type(e).__name__, str(e).replace(str(d), 'D'))
print(fnmatch.fnmatch('a.py', '*.py'), fnmatch.filter(['a', 'b.c'], '[!a]*'), fnmatch.fnmatch('ab', 'a?'))
