"""The checks must see what they are there to see: each is fed a tree that violates it."""
import tempfile
import unittest
from pathlib import Path

import check_layers
import check_length


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
    def test_a_long_file_and_a_file_at_the_limit(self):
        self.write("talus/core/long.h", "\n" * (check_length.LONGEST + 1))
        self.write("talus/core/fine.h", "\n" * check_length.LONGEST)
        self.write("dev", "\n" * (check_length.LONGEST + 1))
        names = [v.split(":")[0] for v in check_length.check(self.root)]
        self.assertEqual(names, ["talus/core/long.h", "dev"])


if __name__ == "__main__":
    unittest.main()
