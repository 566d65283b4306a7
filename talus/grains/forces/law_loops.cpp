#include "talus/grains/forces/law_loops.h"

#include "talus/grains/law/laws.h"

namespace talus::grains {

template <>
const LawLoops& loopsOf<BuiltInLaws>() {
    static constexpr LawLoops loops = makeLoops<BuiltInLaws>();
    return loops;
}

}  // namespace talus::grains
