#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/run/cli.h"

/// The program in a window of a virtual X server.
namespace talus::viewer {

/// A virtual X server with software OpenGL, while it lives.
class VirtualDisplay {
  public:
    VirtualDisplay(int width, int height) {
        const std::string log = (folder_ / "display").string();
        const auto [code, text] = test::runCommand(fmt::format(
            "command -v Xvfb xdotool >/dev/null || exit 9; "
            "Xvfb -displayfd 3 -screen 0 {}x{}x24 -nolisten tcp 3>{} >/dev/null 2>&1 & echo $! >{}.pid; "
            "for i in $(seq 100); do [ -s {} ] && exit 0; sleep 0.1; done; exit 1",
            width, height, log, log, log));
        if (code != 0) return;
        std::ifstream(log) >> number_;
        std::ifstream(log + ".pid") >> process_;
    }
    ~VirtualDisplay() {
        if (process_ > 0) test::runCommand(fmt::format("kill {}", process_));
    }
    VirtualDisplay(const VirtualDisplay&) = delete;
    VirtualDisplay& operator=(const VirtualDisplay&) = delete;

    bool runs() const { return number_ >= 0; }
    std::string environment() const {
        return fmt::format("DISPLAY=:{} XDG_CONFIG_HOME={} ", number_, (folder_ / "config").string());
    }

  private:
    test::TemporaryFolder folder_;
    int number_ = -1, process_ = 0;
};

class WindowTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!display.runs()) GTEST_SKIP() << "no Xvfb or xdotool";
        test::writeScene(folder / "pour.toml");
    }
    std::string scene() const { return (folder / "pour.toml").string(); }
    std::string file(const std::string& name) const { return (folder / name).string(); }
    std::string script(const std::string& text) const {
        std::ofstream(file("script.txt")) << text;
        return file("script.txt");
    }
    test::Outcome view(const std::string& arguments, const std::string& script_text) const {
        return test::talus(fmt::format("view {} --threads 2 --script '{}'", arguments, script(script_text)),
                           display.environment() + "timeout 100 ");
    }

    /// Opens a scene with a script, and sends input events when the script says "ready".
    /// @return what the program said, and whether it ended well
    test::Outcome drive(const std::string& opened, const std::string& script_text,
                        const std::string& events) const {
        const auto [code, text] = test::runCommand(
            fmt::format("{0} timeout 100 {1} view '{2}' --threads 2 --script '{3}' >'{4}' 2>&1 & view=$!; "
                        "for i in $(seq 300); do grep -q ready '{4}' && break; sleep 0.1; done; {0} xdotool "
                        "{5}; wait $view",
                        display.environment(), test::talusProgram(), opened, script(script_text),
                        file("out.txt"), events));
        std::ifstream out(file("out.txt"));
        return {code, std::string{std::istreambuf_iterator<char>(out), {}} + text};
    }

    test::TemporaryFolder folder;
    VirtualDisplay display{1400, 900};
};

}  // namespace talus::viewer
