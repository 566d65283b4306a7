#include "viewer/window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include <epoxy/gl.h>
// After epoxy, which takes the place of the system's OpenGL header.
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>

#include "viewer/commands/commands.h"
#include "viewer/keys.h"
#include "viewer/navigation.h"
#include "viewer/panels/clip_handles.h"
#include "viewer/panels/handles.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/pick_mark.h"
#include "viewer/panels/texture.h"
#include "viewer/panels/theme.h"
#include "viewer/panels/thumbnails.h"
#include "viewer/script.h"
#include "viewer/viewer_bench.h"

namespace talus::viewer {
namespace {

/// GLFW while it is in use. Its last error is kept for messages.
class Glfw {
  public:
    static Result<std::unique_ptr<Glfw>> start() {
        glfwSetErrorCallback([](int, const char* text) { last_error = text; });
        if (glfwInit() != GLFW_TRUE)
            return Error{ErrorKind::Runtime,
                         fmt::format("the viewer needs a display, and none can be opened ({}); `talus run "
                                     "--images` and `talus render` draw without one",
                                     last_error)};
        return std::unique_ptr<Glfw>(new Glfw);
    }
    ~Glfw() { glfwTerminate(); }
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;

    static inline std::string last_error;

  private:
    Glfw() = default;
};

/// The texture of the picture.
class PictureTexture {
  public:
    PictureTexture() { glGenTextures(1, &name_); }
    ~PictureTexture() { glDeleteTextures(1, &name_); }
    PictureTexture(const PictureTexture&) = delete;
    PictureTexture& operator=(const PictureTexture&) = delete;

    void show(const std::shared_ptr<const Drawn>& drawn) {
        if (drawn == shown_) return;
        shown_ = drawn;
        upload(drawn->image, name_);
    }
    ImTextureID id() const { return reinterpret_cast<ImTextureID>(std::uintptr_t{name_}); }

  private:
    GLuint name_ = 0;
    std::shared_ptr<const Drawn> shown_;  ///< the picture that it holds
};

/// Prints the messages that came since the last call.
void printMessages(const Viewer& viewer, std::size_t& printed) {
    for (; printed < viewer.messages().size(); ++printed)
        std::printf("%s\n", viewer.messages()[printed].c_str());
    std::fflush(stdout);
}

/// Dear ImGui while it is in use, with the window's events.
class Gui {
  public:
    explicit Gui(GLFWwindow* window) {
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;  // panels have fixed positions
        ImGui_ImplGlfw_InitForOpenGL(window, true);
        ImGui_ImplOpenGL3_Init("#version 330");
    }
    ~Gui() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;
};

/// What the mouse does over the picture.
struct MouseActions {
    Handles handles;
    ClipHandles clip_handles;
    Navigation navigation;
};

/// Draws one picture of the window.
void drawWindow(GLFWwindow* window, WindowEvents& events, PanelState& panels, PictureTexture& texture,
                MouseActions& mouse) {
    Viewer& viewer = events.viewer;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    // Otherwise the keys of the panels would also act on the picture.
    const bool navigates =
        panels.keyboard || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    flags =
        navigates ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
    ImGui::NewFrame();
    leaveTextFields(events);
    setTheme(viewer.light(), panels.scale);
    const PictureArea area = drawPanels(viewer, panels);
    int pixels_wide = 0, pixels_high = 0;
    glfwGetFramebufferSize(window, &pixels_wide, &pixels_high);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float density = size.x > 0 ? static_cast<float>(pixels_wide) / size.x : 1;
    viewer.resize(static_cast<int>(area.width * density), static_cast<int>(area.height * density));
    if (const auto drawn = viewer.drawn(); drawn && viewer.isOpen()) {
        texture.show(drawn);
        ImGui::GetBackgroundDrawList()->AddImage(texture.id(), {area.x, area.y},
                                                 {area.x + area.width, area.y + area.height});
    }
    drawPickMark(viewer, area);
    pressKeys(events, panels);
    bool used = false;
    mouse.handles.act(viewer, area, used);
    mouse.clip_handles.act(viewer, area, used);
    if (!used) mouse.navigation.act(viewer, area);
    Navigation::fly(viewer);
    ImGui::Render();
    glViewport(0, 0, pixels_wide, pixels_high);
    const ImVec4 background = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    glClearColor(background.x, background.y, background.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window);
}

/// When to draw the window again: after an event, such as input or a new picture of the scene, and for a
/// while after the last one; now and then without any. Where the processor draws, each picture of the window
/// takes time from those of the scene.
class Redraw {
  public:
    void wait() {
        const auto began = Clock::now();
        glfwWaitEventsTimeout(longest_wait.count());
        // GLFW does not tell whether an event came; it waits for the whole time only without one.
        if (Clock::now() - began < 0.9 * longest_wait) event_ = Clock::now();
    }
    bool isDue() {
        const auto now = Clock::now();
        if (now - event_ > after_event && now - drawn_ < at_rest) return false;
        drawn_ = now;
        return true;
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    static constexpr Seconds longest_wait{1.0 / 60}, after_event{0.25}, at_rest{0.1};
    Clock::time_point event_ = Clock::now(), drawn_{};
};

WindowEvents& eventsOf(GLFWwindow* window) {
    return *static_cast<WindowEvents*>(glfwGetWindowUserPointer(window));
}

/// The window's own callbacks: keys, files that are dropped, and the button that closes it. To be called
/// before Dear ImGui, which adds its own.
void listenTo(GLFWwindow* window, WindowEvents& events) {
    glfwSetWindowUserPointer(window, &events);
    glfwSetKeyCallback(window, [](GLFWwindow* of, int key, int, int action, int modifiers) {
        if (action == GLFW_RELEASE) return;
        eventsOf(of).keys.push_back({key, (modifiers & GLFW_MOD_CONTROL) != 0});
    });
    glfwSetCharCallback(window, [](GLFWwindow* of, unsigned character) {
        if (character == '+' || character == '-' || (character < 128 && isDigit(static_cast<int>(character))))
            eventsOf(of).keys.push_back({0, false, static_cast<char>(character)});
    });
    glfwSetDropCallback(window, [](GLFWwindow* of, int count, const char** paths) {
        if (count > 0) (void)eventsOf(of).viewer.execute("open " + quotedWord(paths[0]));
    });
    glfwSetWindowCloseCallback(window, [](GLFWwindow* of) {
        glfwSetWindowShouldClose(of, GLFW_FALSE);
        (void)eventsOf(of).viewer.execute("quit");
    });
}

}  // namespace

Status runWindow(const WindowOptions& options) {
    auto glfw = Glfw::start();
    if (!glfw) return glfw.error();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    const std::unique_ptr<GLFWwindow, void (*)(GLFWwindow*)> window(
        glfwCreateWindow(options.width, options.height, "Talus", nullptr, nullptr), glfwDestroyWindow);
    if (!window)
        return Error{ErrorKind::Runtime,
                     fmt::format("no window with OpenGL 3.3 can be opened ({}); update the "
                                 "graphics driver, or install libgl1-mesa-dri",
                                 Glfw::last_error)};
    glfwMakeContextCurrent(window.get());
    glfwSwapInterval(1);

    Viewer viewer(options.viewer);
    std::optional<Script> script;
    if (!options.script.empty()) {
        auto read = Script::read(options.script);
        if (!read) return read.error();
        script = std::move(*read);
    }
    if (!options.path.empty())
        if (Status opened = viewer.open(options.path); !opened) return opened;
    WindowEvents events{viewer};
    listenTo(window.get(), events);

    const Gui gui(window.get());
    PanelState panels;
    Thumbnails thumbnails;
    panels.textures = [&](const std::filesystem::path& file) { return thumbnails.of(file); };
    glfwGetWindowContentScale(window.get(), &panels.scale, nullptr);
    if (options.scale) panels.scale = *options.scale;
    loadFont(panels.scale);
    PictureTexture texture;
    MouseActions mouse;
    ViewerBench bench;
    viewer.onDrawn(glfwPostEmptyEvent);
    std::size_t printed = 0;
    Redraw redraw;
    while (!viewer.hasQuit()) {
        redraw.wait();
        viewer.update();
        if (redraw.isDue()) {
            thumbnails.beginPicture();
            drawWindow(window.get(), events, panels, texture, mouse);
        }
        if (options.bench) {
            bench.update(viewer);
            if (bench.done()) {
                std::fputs(bench.report().c_str(), stdout);
                return success();
            }
        }
        if (!script) continue;
        const Status status = script->update(viewer);
        printMessages(viewer, printed);
        if (!status) return status;
    }
    return success();
}

}  // namespace talus::viewer
