// Arrows over the picture that are dragged with the mouse; Dear ImGui without a window.
#include "talus/run/picture/extent.h"
#include "talus/run/picture/look/look_words.h"
#include "tests/viewer/viewer_fixture.h"
#include "viewer/panels/clip_handles.h"

namespace talus::viewer {
namespace {

class HandlesTest : public ViewerTest {
  protected:
    HandlesTest() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {400, 300};
        unsigned char* pixels = nullptr;
        int wide = 0, high = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &wide, &high);
    }
    ~HandlesTest() override { ImGui::DestroyContext(); }
    void SetUp() override {
        openScene();
        // Along y: x to the right, z up; the target is in the middle of the picture.
        viewer.setCamera({{0, -0.5, 0.02}, {0, 0, 0.02}, {0, 0, 1}, 0.5});
    }
    /// One picture of the window. @return whether the mouse was used
    bool picture(ImVec2 mouse, bool down) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = mouse;
        io.MouseDown[0] = down;
        io.DeltaTime = 0.02f;
        ImGui::NewFrame();
        bool used = false;
        handles.act(viewer, area, used);
        ImGui::EndFrame();
        return used;
    }
    ImVec2 screenOf(const Vec3d& point) const { return *ArrowDrag::onScreen(viewer, area, point); }
    /// Drags from a point of the scene to another one.
    bool drag(const Vec3d& from, const Vec3d& to) {
        (void)picture(screenOf(from), false);
        bool used = picture(screenOf(from), true);
        used = picture(screenOf(to), true) && used;
        (void)picture(screenOf(to), false);
        (void)picture({0, 0}, false);
        return used;
    }
    std::string clip() const { return run::clipText(viewer.look().clip); }

    /// Dear ImGui rounds the mouse to whole pixels: at this distance of the camera 1.07 mm.
    static constexpr double pixel = 1.1e-3;
    PictureArea area{40, 30, 320, 240};
    ClipHandles handles;
};

TEST_F(HandlesTest, ASideOfTheClipBoxIsDraggedAlongItsNormal) {
    execute("clip box -0.02 0.03 -0.01 0.01 0 0.04");
    // The arrow begins in the middle of the side. Up and down does not matter for it.
    EXPECT_TRUE(drag({0.034, 0, 0.02}, {0.044, 0, 0.025}));
    const auto box = std::get<geometry::Box>(viewer.look().clip.part);
    EXPECT_NEAR(box.max.x, 0.04, pixel);
    EXPECT_EQ(box.min.x, -0.02);
    EXPECT_EQ(box.max.z, 0.04);
    EXPECT_TRUE(drag({-0.005, 0, 0.02}, {-0.005, 0, 0.03}) == false) << "there is no arrow";
    // The lower side stops before the upper one.
    EXPECT_TRUE(drag({0.01, 0, -0.004}, {0.01, 0, 0.09}));
    const auto thin = std::get<geometry::Box>(viewer.look().clip.part);
    EXPECT_LT(thin.min.z, thin.max.z);
    EXPECT_NEAR(thin.min.z, 0.04, 1e-4) << "by a thousandth of the box";
}

TEST_F(HandlesTest, TheClipPlaneMovesAlongItsNormal) {
    execute("clip plane 1 0 0 0.01");
    const Vec3d middle = geometry::centreOf(run::extentOf(*viewer.shot()->scene));
    const Vec3d on_arrow{0.015, middle.y, middle.z};
    EXPECT_TRUE(drag(on_arrow, on_arrow + Vec3d{-0.02, 0, 0}));
    const auto plane = std::get<geometry::Plane>(viewer.look().clip.part);
    EXPECT_NEAR(dot(plane.normal, plane.point), -0.01, pixel);
    EXPECT_EQ(plane.normal, (Vec3d{1, 0, 0}));
}

TEST_F(HandlesTest, NothingIsDraggedWhereTheMouseIsUsedOrNothingIsClipped) {
    execute("clip off");
    EXPECT_FALSE(drag({0.034, 0, 0.02}, {0.044, 0, 0.02}));
    EXPECT_EQ(clip(), "off");
    // An arrow that points to the camera is not there.
    execute("clip plane 0 1 0 0");
    const Vec3d middle = geometry::centreOf(run::extentOf(*viewer.shot()->scene));
    EXPECT_FALSE(drag({middle.x, 0, middle.z}, {middle.x + 0.02, 0, middle.z}));
    EXPECT_EQ(clip(), "plane 0 1 0 0");
}

}  // namespace
}  // namespace talus::viewer
