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
#include <imgui/imgui_internal.h>

#include "viewer/commands/commands.h"
#include "viewer/panels/handles.h"
#include "viewer/panels/panels.h"
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

/// The GLFW code of a key's name: "Space", ".", "F1", "R"; 0: unknown.
int keyCode(std::string_view name) {
    if (name == "Space") return GLFW_KEY_SPACE;
    if (name == "Left") return GLFW_KEY_LEFT;
    if (name == "Right") return GLFW_KEY_RIGHT;
    if (name == ".") return GLFW_KEY_PERIOD;
    if (name == "F1") return GLFW_KEY_F1;
    if (name == "F12") return GLFW_KEY_F12;
    if (name == "Backspace") return GLFW_KEY_BACKSPACE;
    if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z') return GLFW_KEY_A + (name[0] - 'A');
    return 0;
}

/// What the window's own callbacks write to.
struct WindowEvents {
    struct KeyPress {
        int key = 0;  ///< code of GLFW; 0: only the character is known
        bool control = false;
        char character = 0;  ///< of keys whose place depends on the keyboard
    };
    Viewer& viewer;
    /// Since the last picture. Kept as events, because a key may be pressed and released within one picture.
    std::vector<KeyPress> keys{};
};

bool isDigit(int code) { return code >= '1' && code <= '9'; }

/// Whether a text field uses a key that is pressed with Ctrl.
bool editsText(int key) {
    for (const int edits :
         {GLFW_KEY_A, GLFW_KEY_C, GLFW_KEY_V, GLFW_KEY_X, GLFW_KEY_Y, GLFW_KEY_Z, GLFW_KEY_LEFT,
          GLFW_KEY_RIGHT, GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_DELETE, GLFW_KEY_BACKSPACE, GLFW_KEY_ENTER})
        if (key == edits) return true;
    return false;
}

/// Whether the key is that of a command, and not one that a text field or a panel uses now.
bool isFree(const WindowEvents::KeyPress& press, const PanelState& panels) {
    if (ImGui::GetIO().WantTextInput) return press.control && !editsText(press.key);
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    return press.control || (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F12) ||
           !(panels.keyboard || popup);
}

/// A key that is pressed with Ctrl in a text field acts after the field has given its value. To be called
/// before the panels are drawn.
void leaveTextFields(const WindowEvents& events) {
    if (!ImGui::GetIO().WantTextInput) return;
    for (const WindowEvents::KeyPress& press : events.keys)
        if (press.control && press.key > 0 && press.key < GLFW_KEY_LEFT_SHIFT && !editsText(press.key))
            ImGui::ClearActiveID();
}

/// Esc closes the help, or gives the keyboard back to the picture; it never ends anything else.
void pressEscape(Viewer& viewer, const PanelState& panels) {
    if (ImGui::GetIO().WantTextInput) return;
    if (viewer.helpShown())
        (void)viewer.execute("help off");
    else if (panels.keyboard)
        (void)viewer.execute("focus picture");
}

void pressKey(Viewer& viewer, PanelState& panels, const WindowEvents::KeyPress& press) {
    if (press.control && isDigit(press.key)) {
        const auto part = static_cast<std::size_t>(press.key - '0');
        if (part < part_names.size()) (void)viewer.execute("focus " + std::string(part_names[part]));
        return;
    }
    if (isDigit(press.character)) return void(viewer.execute(std::string("go ") + press.character));
    for (const Command& command : commands()) {
        const bool by_character = command.key.size() == 1 && command.key[0] == press.character;
        const bool with_control = command.key.starts_with("Ctrl+");
        const int key = keyCode(with_control ? command.key.substr(5) : command.key);
        if (!by_character && (key == 0 || key != press.key || with_control != press.control)) continue;
        if (command.min_arguments > 0)
            panels.asks_for_path = true;  // the only such command with a key is `open`
        else
            (void)viewer.execute(std::string(command.name));
    }
}

/// Executes the commands whose keys were pressed.
void pressKeys(WindowEvents& events, PanelState& panels) {
    for (const WindowEvents::KeyPress& press : std::exchange(events.keys, {})) {
        if (press.key == GLFW_KEY_ESCAPE)
            pressEscape(events.viewer, panels);
        else if (isFree(press, panels))
            pressKey(events.viewer, panels, press);
    }
}

/// The mouse over the picture: drag to orbit or pan, or to move the tool of the hand; wheel to zoom, click to
/// pick. The keys W, A, S, D, Q and
/// E fly.
class Navigation {
  public:
    void act(Viewer& viewer, const PictureArea& area) {
        const ImGuiIO& io = ImGui::GetIO();
        if (!viewer.isOpen() || area.height < 1) return;
        const double pixels = viewer.height() / double{area.height};
        const double x = (io.MousePos.x - area.x) * pixels, y = (io.MousePos.y - area.y) * pixels;
        const bool inside =
            !io.WantCaptureMouse && x >= 0 && y >= 0 && x < viewer.width() && y < viewer.height();
        const bool by_hand = viewer.hands().on() && viewer.isLive();
        if (inside && io.MouseWheel != 0 && by_hand && pressed_ == ImGuiMouseButton_Left)
            push(viewer, io.MouseWheel);
        else if (inside && io.MouseWheel != 0)
            command(viewer, fmt::format("zoom {:.6g} {:.2f} {:.2f}", std::pow(0.85, io.MouseWheel), x, y));
        for (const int button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
            if (inside && ImGui::IsMouseClicked(button)) {
                viewer.focus(Part::Picture);
                pressed_ = button;
                dragged_ = false;
                press_x_ = x;
                press_y_ = y;
                if (by_hand && button == ImGuiMouseButton_Left)
                    command(viewer, fmt::format("grab {:.2f} {:.2f}", x, y));
            }
            if (pressed_ != button) continue;
            if (by_hand && button == ImGuiMouseButton_Left) {
                if (ImGui::IsMouseReleased(button))
                    pressed_ = -1;
                else if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)
                    command(viewer, fmt::format("drag {:.2f} {:.2f}", x, y));
                continue;
            }
            if (ImGui::IsMouseDragging(button, 3)) drag(viewer, area, button);
            if (ImGui::IsMouseReleased(button)) {
                if (!dragged_ && button == ImGuiMouseButton_Left)
                    command(viewer, fmt::format("pick {:.2f} {:.2f}", x, y));
                pressed_ = -1;
            }
        }
    }

    /// Flies while keys are held: the distance to the target in two seconds.
    void fly(Viewer& viewer) {
        const ImGuiIO& io = ImGui::GetIO();
        if (!viewer.isOpen() || io.WantTextInput || io.KeyCtrl || io.NavActive) return;
        const auto held = [](int key, int against) {
            return int{ImGui::IsKeyDown(key)} - int{ImGui::IsKeyDown(against)};
        };
        const int forward = held(GLFW_KEY_W, GLFW_KEY_S), right = held(GLFW_KEY_D, GLFW_KEY_A),
                  up = held(GLFW_KEY_E, GLFW_KEY_Q);
        if (forward == 0 && right == 0 && up == 0) return;
        const double distance =
            0.5 * io.DeltaTime * length(viewer.camera().target - viewer.camera().position);
        command(viewer,
                fmt::format("fly {:.6g} {:.6g} {:.6g}", forward * distance, right * distance, up * distance));
    }

  private:
    static void command(Viewer& viewer, const std::string& line) { (void)viewer.execute(line); }

    /// Pushes the tool away by the wheel: a twentieth of the distance from the camera to its target at a
    /// time.
    static void push(Viewer& viewer, float wheel) {
        const double distance = length(viewer.camera().target - viewer.camera().position);
        command(viewer, fmt::format("push {:.6g}", 0.05 * distance * wheel));
    }

    void drag(Viewer& viewer, const PictureArea& area, int button) {
        dragged_ = true;
        const ImVec2 moved = ImGui::GetMouseDragDelta(button, 3);
        ImGui::ResetMouseDragDelta(button);
        if (moved.x == 0 && moved.y == 0) return;
        constexpr double degrees_of_height = 180;  // by which the scene turns in a drag over the whole height
        if (button == ImGuiMouseButton_Left)
            command(viewer, fmt::format("orbit {:.4f} {:.4f} {:.2f} {:.2f}",
                                        degrees_of_height * moved.x / area.height,
                                        degrees_of_height * moved.y / area.height, press_x_, press_y_));
        else
            command(viewer, fmt::format("pan {:.6f} {:.6f}", moved.x / area.height, -moved.y / area.height));
    }

    int pressed_ = -1;
    bool dragged_ = false;
    double press_x_ = 0, press_y_ = 0;  ///< pixel of the picture
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

/// Draws one picture of the window.
void drawWindow(GLFWwindow* window, WindowEvents& events, PanelState& panels, PictureTexture& texture,
                Navigation& navigation, Handles& handles) {
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
    pressKeys(events, panels);
    if (!handles.act(viewer, area)) navigation.act(viewer, area);
    navigation.fly(viewer);
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
    Navigation navigation;
    Handles handles;
    ViewerBench bench;
    viewer.onDrawn(glfwPostEmptyEvent);
    std::size_t printed = 0;
    Redraw redraw;
    while (!viewer.hasQuit()) {
        redraw.wait();
        viewer.update();
        if (redraw.isDue()) {
            thumbnails.beginPicture();
            drawWindow(window.get(), events, panels, texture, navigation, handles);
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
