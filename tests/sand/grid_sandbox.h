#pragma once
#include "talus/exec/exec.h"
#include "tests/sand/grid_support.h"

namespace talus::sand::grid {

inline const Vec3d gravity{0, 0, -9.81};

/// A scene of blobs that takes steps of one length.
struct Sandbox {
    Blob blob;
    Matter matter{1000, 0.6, 0};
    SolidField solid;
    ThinField thin;
    std::vector<FreeBody> bodies;
    Vec3d pull = gravity;
    double dt = 0.01;
    Vec3i period{};
    NarainSettings settings;
    Stresses stresses;
    SandGrid grid;
    exec::Exec exec = exec::Exec::serial();

    StepOf step() const { return {exec, matter, solid, thin, pull, dt, blob.spacing, {}, period, bodies}; }
    NarainReport advance() {
        const NarainReport report =
            narainStep(step(), settings, blob.particles(), stresses, grid, blob.moves());
        blob.move(period);
        return report;
    }
    ZhuBridsonReport advanceByZhuBridson(const ZhuBridsonSettings& how = {}) {
        const ZhuBridsonReport report =
            zhuBridsonStep(step(), how, blob.particles(), stresses, grid, blob.moves());
        blob.move(period);
        return report;
    }
};

}  // namespace talus::sand::grid
