"""tp_archives: the static archives of everything that its deps link, for tests that look into them."""

load("@rules_cc//cc:defs.bzl", "CcInfo")

def _tp_archives_impl(ctx):
    files = []
    for dep in ctx.attr.deps:
        for part in dep[CcInfo].linking_context.linker_inputs.to_list():
            for library in part.libraries:
                archive = library.pic_static_library or library.static_library
                if archive:
                    files.append(archive)
    return [DefaultInfo(files = depset(files), runfiles = ctx.runfiles(files = files))]

tp_archives = rule(
    implementation = _tp_archives_impl,
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
)
