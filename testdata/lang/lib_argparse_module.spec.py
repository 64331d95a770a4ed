import argparse, sys, io

def run(p, line):
  try:
    print(line, '->', p.parse_args(line.split()))
  except SystemExit as e:
    print(line, 'exit', e.code)

p = argparse.ArgumentParser(prog='train', description='Train a model on %(prog)s data. ' * 4, epilog='That is all.')
p.add_argument('data', help='where the data is')
p.add_argument('extra', nargs='*', type=int)
p.add_argument('--batch_size', '-b', type=int, default=32, help='batch size (default: %(default)s)')
p.add_argument('--lr', type=float, default='0.1', metavar='RATE')
p.add_argument('--opt', choices=['adam', 'sgd'], default='adam', help='which optimizer is used for the training of this model and others')
p.add_argument('-v', '--verbose', action='count', default=0)
p.add_argument('-q', action='store_true')
p.add_argument('--layers', nargs='+', type=int)
p.add_argument('--pair', nargs=2)
p.add_argument('--maybe', nargs='?', const='C', default='D')
p.add_argument('--add', action='append')
p.add_argument('--ext', action='extend', nargs='+')
p.add_argument('--flag', action=argparse.BooleanOptionalAction, default=True, help='a flag')
p.add_argument('--secret', help=argparse.SUPPRESS)
g = p.add_argument_group('group', 'of things')
g.add_argument('--foo')
m = p.add_mutually_exclusive_group()
m.add_argument('--xa', action='store_true')
m.add_argument('--ya', action='store_const', const=5)
p.add_argument('--version', action='version', version='%(prog)s 1.0')
p.print_help()
p.print_usage()
for line in ['d', 'd 1 2', 'd --batch 3', 'd -b5 -vvq', 'd -qb 7', 'd --lr x', '', 'd --opt z', 'd --xa --ya', 'd --layers', 'd --layers 1 2 --pair a b',
             'd --pair a', 'd --maybe', 'd --maybe=E', 'd --add 1 --add 2 --ext 3 4 --ext 5', 'd --no-flag', 'd --nope', 'd --xx 1', '--version', 'd -- 5', 'd --l 5', 'd --lr -5', 'd -b', 'd -q=3', 'd --xa=3', 'd 1 x']:
  run(p, line)
print(p.parse_known_args(['d', '--zzz', '3', '-b', '4']))
print(p)
q = argparse.ArgumentParser(prog='tool', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
q.add_argument('--n', type=int, default=3, help='number')
s = q.add_subparsers(dest='cmd', help='sub help', title='commands')
a = s.add_parser('train', help='trains', aliases=['t'])
a.add_argument('--steps', type=int, default=10, help='how many')
b = s.add_parser('eval', help='evaluates')
b.add_argument('file')
q.print_help()
a.print_help()
run(q, 'train --steps 4'); run(q, '--n 4 eval f'); run(q, 'eval'); run(q, 'bad'); run(q, ''); run(q, 't'); run(q, 'train x')
n = argparse.Namespace(a=1, b='x', **{'c d': 3})
print(n, 'a' in n, vars(n), n == argparse.Namespace(a=1))
r = argparse.ArgumentParser(prog='r', add_help=False, usage='%(prog)s [x]', argument_default=argparse.SUPPRESS)
r.add_argument('--a'); r.add_argument('--req', required=True)
run(r, '--req 3'); run(r, '--a 3')
r.print_help()
try:
  r.add_argument('--a')
except argparse.ArgumentError as e:
  print(e)
for bad in (lambda: r.add_argument('--z', nargs=0), lambda: r.add_argument('--z', action='nope'), lambda: r.add_argument('x', required=True), lambda: r.add_argument('--z', type='int'), lambda: r.add_argument('--z', nargs=2, metavar=('a',))):
  try:
    bad()
  except Exception as e:
    print(type(e).__name__, e)
c = argparse.ArgumentParser(prog='c', parents=[r], conflict_handler='resolve', formatter_class=argparse.RawTextHelpFormatter, description='a\n  b\n')
c.add_argument('--a', help='new\n a')
c.set_defaults(zz=4)
c.print_help()
run(c, '--req 1'); print(c.get_default('zz'))
def pos(x):
  x = int(x)
  if x < 0: raise argparse.ArgumentTypeError('%d is negative' % x)
  return x
e = argparse.ArgumentParser(prog='e', exit_on_error=False)
e.add_argument('--p', type=pos, metavar='P')
e.add_argument('cmd'); e.add_argument('rest', nargs=argparse.REMAINDER)
for line in (['--p', '-3', 'x'], ['--p', '4', 'x', '--q', '3']):
  try:
    print(e.parse_args(line))
  except argparse.ArgumentError as x:
    print('AE', x, x.argument_name, x.message)
  except SystemExit as x:
    print('exit', x.code)
long = argparse.ArgumentParser(prog='a_very_long_program_name')
for i in range(12):
  long.add_argument('--option_number_%d' % i, type=int, help='h' * i)
long.add_argument('pos', nargs='+')
long.print_help()
f = argparse.ArgumentParser(prog='f', formatter_class=argparse.MetavarTypeHelpFormatter)
f.add_argument('--n', type=int); f.print_help()
print(repr(f.add_argument('--k', type=float, default=3)))
im = argparse.ArgumentParser(prog='i'); im.add_argument('--foo'); im.add_argument('cmd'); im.add_argument('rest', nargs='*', type=int)
print(im.parse_intermixed_args('doit 1 --foo bar 2 3'.split()))
print(argparse.FileType('w'), argparse.FileType('r', encoding='utf-8'))
