#include "talus/couple/erosion/volume/stages.h"

#include "talus/couple/erosion/bed/sample_bed.h"
#include "talus/couple/erosion/carry/carry_sediment.h"
#include "talus/couple/erosion/carry/ledger.h"
#include "talus/couple/erosion/carry/thicken_water.h"
#include "talus/volume/make_surface.h"

namespace talus::couple::erosion {

step::PhasedStages volumeStages(const Setup& setup) {
    using step::Phase;
    step::PhasedStages stages;
    stages.add(Phase::Add, CountSediment{setup}).add(Phase::Search, SampleVolume{setup});
    if (setup.settings.bed_friction && setup.settings.shear == Shear::WallLaw)
        stages.add(Phase::Force, ApplyBedFriction{setup});
    if (setup.settings.weighs) stages.add(Phase::Force, WeighSediment{setup});
    if (setup.settings.thickening != environment::Thickening::Law::None)
        stages.add(Phase::Force, ThickenWater{setup});
    stages.add(Phase::End, CarrySediment{setup}, ShapeVolume{setup}, DropGround{setup},
               volume::MakeSurface{*setup.volume}, LiftOffVolume{}, SumSediment{setup});
    return stages;
}

}  // namespace talus::couple::erosion
