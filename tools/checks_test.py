"""The checks must see what they are there to see: each is fed a tree that violates it."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import check_layers
import check_length
import check_references


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def layer_violations(self):
        return list(check_layers.check(self.root))


class References(Tree):
    def violations(self):
        return list(check_references.check(self.root))

    def test_names_of_files_that_exist_are_fine(self):
        self.write("talus/grains/kick.h", "// See kick.cpp, grains/kick.h and docs/page.md.\n")
        self.write("talus/grains/kick.cpp", 'const char* other = "gone.cpp";  // of LAMMPS: comm_brick.cpp\n')
        self.write("scenes/drum.toml", "")
        self.write("docs/page.md", "[kick](../talus/grains/kick.h#top), scenes/drum.toml, your scenes/NAME.toml\n")
        self.assertEqual(self.violations(), [])

    def test_files_that_are_gone_are_reported_with_their_line(self):
        self.write("talus/grains/kick.h", "int a;\n// See law/gone.h.\n")
        self.write("cmake/tools.cmake", "# as in gone.py\n")
        self.write("docs/page.md", "text\n[a](missing.md), scenes/gone.toml\n")
        self.assertEqual(sorted(self.violations()),
                         ["cmake/tools.cmake:1: there is no file gone.py",
                          "docs/page.md:2: the link missing.md leads nowhere",
                          "docs/page.md:2: there is no file missing.md",
                          "docs/page.md:2: there is no file scenes/gone.toml",
                          "talus/grains/kick.h:2: there is no file law/gone.h"])


class Layers(Tree):
    def test_upward_and_same_layer_includes_are_fine(self):
        self.write("talus/grains/a.cpp", '#include "talus/grains/a.h"\n#include "talus/core/hash.h"\n#include <span>\n')
        self.write("apps/talus/main.cpp", '#include "talus/run/runner.h"\n')
        self.assertEqual(self.layer_violations(), [])

    def test_downward_include(self):
        self.write("talus/core/a.h", '\n#include "talus/state/world.h"\n')
        self.assertEqual(len(self.layer_violations()), 1)
        self.assertTrue(self.layer_violations()[0].startswith("talus/core/a.h:2: talus/core must not include"))

    def test_methods_do_not_know_each_other(self):
        self.write("talus/water/a.h", '#include "talus/grains/params.h"\n')
        self.assertEqual(len(self.layer_violations()), 1)

    def test_rendering_and_files_do_not_know_methods(self):
        self.write("talus/render/a.h", '#include "talus/grains/params.h"\n')
        self.write("talus/io/a.h", '#include "talus/scene/registry.h"\n')
        self.assertEqual(len(self.layer_violations()), 2)

    def test_unknown_folders(self):
        self.write("talus/misc/a.h", "")
        self.write("talus/run/a.h", '#include "talus/other/a.h"\n')
        self.assertEqual(len(self.layer_violations()), 2)

    def test_subfolders_that_need_each_other(self):
        self.write("talus/grains/a/one.h", '#include "talus/grains/b/two.h"\n')
        self.write("talus/grains/b/two.h", '#include "talus/grains/c/three.h"\n')
        self.assertEqual(self.layer_violations(), [])
        self.write("talus/grains/c/three.h", '#include "talus/grains/a/one.h"\n')
        self.assertEqual(len(self.layer_violations()), 3)
        self.assertTrue(self.layer_violations()[0].startswith("talus/grains/a/one.h:1: talus/grains/a must not"))

    def test_a_subfolder_and_the_files_beside_it_may_need_each_other(self):
        self.write("talus/grains/a/one.h", '#include "talus/grains/fields.h"\n')
        self.write("talus/grains/fields.h", '#include "talus/grains/a/one.h"\n')
        self.assertEqual(self.layer_violations(), [])

    def test_tests_that_need_what_sanitizer_builds_leave_out(self):
        self.write("tests/run/a_test.cpp", '#include "talus/run/runner.h"\n')
        self.write("tests/water/a_test.cpp", '#include "talus/scene/load.h"\n')
        self.assertEqual(self.layer_violations(), [])
        self.write("tests/water/b_test.cpp", '#include "talus/run/runner.h"\n')
        self.assertEqual(len(self.layer_violations()), 1)

    def test_include_without_the_full_path(self):
        self.write("talus/core/a.cpp", '#include "a.h"\n')
        self.assertEqual(len(self.layer_violations()), 1)

    def test_a_backend_outside_exec(self):
        for line in ("#include <tbb/parallel_for.h>", "#include <oneapi/tbb/task_arena.h>", "tbb::task_arena arena;",
                     "#ifdef __CUDACC__", "cudaMalloc(&p, 8);", "thrust::sort(a, b);", "cub::DeviceScan scan;"):
            with self.subTest(line):
                self.write("talus/grains/a.cpp", f"int before = 10'000; char c = 'x';\n{line}\n")
                self.assertEqual(len(self.layer_violations()) > 0, True)
                self.assertTrue(all(v.startswith("talus/grains/a.cpp:2:") for v in self.layer_violations()))

    def test_a_backend_in_exec_in_text_or_in_a_comment(self):
        self.write("talus/exec/cpu.cpp", "#include <tbb/parallel_for.h>\n")
        self.write("tests/exec/cuda_test.cu", "cudaDeviceSynchronize();\n")
        self.write("talus/run/a.cpp", '// as cuda does\nauto s = "cuda"; auto r = R"(cub\n")"; /* tbb\n */ int cubic;\n')
        self.assertEqual(self.layer_violations(), [])


class Length(Tree):
    def test_a_folder_with_too_many_files(self):
        for k in range(check_length.MOST_FILES):
            self.write(f"talus/core/a{k}.h", "")
            self.write(f"talus/core/subfolder/b{k}.cpp", "")
        self.assertEqual(list(check_length.check(self.root)), [])
        self.write("talus/core/one_more.cpp", "")
        self.assertEqual([v.split(":")[0] for v in check_length.check(self.root)], ["talus/core"])

    def test_a_long_file_and_a_file_at_the_limit(self):
        self.write("talus/core/long.h", "\n" * (check_length.LONGEST + 1))
        self.write("talus/core/fine.h", "\n" * check_length.LONGEST)
        self.write("dev", "\n" * (check_length.LONGEST + 1))
        names = [v.split(":")[0] for v in check_length.check(self.root)]
        self.assertEqual(names, ["talus/core/long.h", "dev"])


TOOLS = Path(__file__).resolve().parent


class Tidy(Tree):
    """A tree of two sources with a clang-tidy that lists what it is given."""

    def setUp(self):
        super().setUp()
        self.root = self.root.resolve() / "tree"
        for name in ("changed.sh", "tidy.sh", "test_steps.sh"):
            self.write(f"tools/{name}", (TOOLS / name).read_text(encoding="utf-8"))
            (self.root / "tools" / name).chmod(0o755)
        self.write("old.cpp", "int a;\n")
        self.write("new.cpp", "int b;\n")
        self.write(".gitignore", "build/\n")
        self.bin = self.root.parent / "bin"
        self.bin.mkdir()
        (self.bin / "clang-tidy").write_text('#!/bin/sh\nfor f; do :; done\necho "looked at ${f##*/}"\n')
        (self.bin / "clang-tidy").chmod(0o755)

    def git(self, *arguments, cwd=None):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main",
                        "-c", "protocol.file.allow=always", *arguments],
                       cwd=cwd or self.root, check=True, capture_output=True)

    def commit(self, message):
        self.git("add", ".")
        self.git("commit", "-q", "-m", message)

    def branch_with_a_change(self):
        """The branch `work`, which differs from `main` in one file."""
        if not shutil.which("git"):
            self.skipTest("there is no git here")
        self.git("init", "-q", ".")
        self.commit("first")
        self.git("checkout", "-q", "-b", "work")
        self.write("new.cpp", "int c;\n")
        self.commit("second")

    def tidy(self, step="run_steps tidy", path=None, root=None):
        """What the step says, by test_steps.sh as ./dev sources it."""
        root = root or self.root
        build = root / "build" / "tidy"
        build.mkdir(parents=True, exist_ok=True)
        rows = "".join(f'  "file": "{root}/{name}",\n' for name in ("old.cpp", "new.cpp"))
        (build / "compile_commands.json").write_text(rows)
        script = ('set -euo pipefail; say() { echo "$*"; }; configure() { :; }; build() { :; }; ninja() { :; }; '
                  f'root={root} jobs=1; source "$root/tools/test_steps.sh"; {step}')
        environment = dict(os.environ, PATH=f"{self.bin}:{path or os.environ['PATH']}")
        result = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def assert_skipped(self, said):
        self.assertNotIn("looked at", said)
        self.assertIn("1 skipped", said)
        self.assertIn("./dev lint", said)

    def test_what_differs_from_main(self):
        self.branch_with_a_change()
        said = self.tidy()
        self.assertIn("looked at new.cpp", said)
        self.assertNotIn("old.cpp", said)
        self.write("old.cpp", "int d;\n")
        self.assertIn("looked at old.cpp", self.tidy())

    def test_an_unpacked_archive_is_not_looked_at(self):
        self.assert_skipped(self.tidy())

    def test_nor_is_one_within_another_checkout(self):
        self.branch_with_a_change()
        inner = self.root / "unpacked"
        shutil.copytree(self.root / "tools", inner / "tools")
        self.assert_skipped(self.tidy(root=inner))

    def test_nor_is_a_tree_where_git_is_absent(self):
        self.branch_with_a_change()
        few = self.root.parent / "few"
        few.mkdir()
        for name in ("bash", "sed", "sort", "comm", "grep", "xargs", "cat", "sh"):
            (few / name).symlink_to(shutil.which(name))
        self.assert_skipped(self.tidy(path=few))

    def test_nor_is_a_shallow_clone_without_the_branch(self):
        self.branch_with_a_change()
        clone = self.root.parent / "clone"
        self.git("clone", "-q", "--depth", "1", "--branch", "work", f"file://{self.root}", str(clone))
        self.assert_skipped(self.tidy(root=clone))

    def test_whoever_asks_for_all_gets_all(self):
        said = self.tidy("tidy_scope=all run_steps tidy")
        self.assertIn("looked at new.cpp", said)
        self.assertIn("looked at old.cpp", said)


if __name__ == "__main__":
    unittest.main()
