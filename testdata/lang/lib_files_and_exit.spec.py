import atexit


@atexit.register
def bye():
    print("bye")


atexit.register(print, "second", end="!\n")
def gone(): print("never")
atexit.register(gone)
atexit.unregister(gone)
try:
    atexit.register(3)
except TypeError as e:
    print(e)
print("main")
# ---
import atexit
atexit.register(lambda: print("after the error"))
1 / 0
# ---
import atexit, sys
atexit.register(print, "after exit")
sys.exit(4)
# ---
import glob, os, shutil, tempfile
with tempfile.TemporaryDirectory() as folder:
    root = os.path.join(folder, "root")
    os.makedirs(os.path.join(root, "a", "b"))
    for name in ("x.txt", "y.py", ".hidden", "a/z.txt", "a/b/w.txt"):
        with open(os.path.join(root, name), "w") as f:
            f.write(name)
    show = lambda names: print(sorted(os.path.relpath(n, root) for n in names))
    show(glob.glob(os.path.join(root, "*")))
    show(glob.glob(os.path.join(root, "*.txt")))
    show(glob.glob(os.path.join(root, "**", "*.txt"), recursive=True))
    show(glob.glob(os.path.join(root, "*", "*.txt")))
    show(glob.iglob(os.path.join(root, "[xy].*")))
    show(glob.glob(os.path.join(root, ".*")))
    print(glob.glob(os.path.join(root, "nothing*")), glob.escape("a[1]*"), glob.has_magic("a?"))
    print(sorted(glob.glob("*.txt", root_dir=root)), sorted(glob.glob("**", root_dir=root, recursive=True)))
    copy = os.path.join(folder, "copy")
    print(shutil.copytree(root, copy, ignore=shutil.ignore_patterns("*.py")) == copy)
    show(n.replace("copy", "root", 1) if False else os.path.join(root, os.path.relpath(n, copy)) for n in glob.glob(os.path.join(copy, "**"), recursive=True))
    print(os.path.basename(shutil.copy(os.path.join(root, "x.txt"), os.path.join(root, "a"))))
    print(os.path.basename(shutil.move(os.path.join(root, "y.py"), os.path.join(root, "a"))), sorted(os.listdir(os.path.join(root, "a"))))
    with open(os.path.join(root, "a", "x.txt")) as f:
        print(f.read())
    try:
        shutil.copyfile(os.path.join(root, "x.txt"), os.path.join(root, "x.txt"))
    except shutil.SameFileError as e:
        print(type(e).__name__)
    shutil.rmtree(copy)
    print(os.path.exists(copy), shutil.rmtree(copy, ignore_errors=True))
    try:
        shutil.copytree(root, os.path.join(root, "a"))
    except FileExistsError as e:
        print(type(e).__name__)
