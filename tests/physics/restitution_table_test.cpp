// The tables of "Restitution in steps" in docs/theory/grains.md, computed anew: each line of theirs must
// stand there. TALUS_WRITE_EXPECTED=1 prints them, for the page.
#include <cstdlib>
#include <iostream>

#include <fmt/format.h>

#include "talus/core/text_file.h"
#include "tests/physics/stepped_impact.h"
#include "tests/support/paths.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
using grains::HeadOn;
using grains::Law;

struct Kind {
    const char* name;
    Law law;
};

/// The step of which the shortest contact has so many, as `check` counts them and the automatic step is
/// taken: that of hertz-mindlin is the half swing of its shear spring, 0.45 of the impact at Poisson's ratio
/// 0.25.
double stepOf(const HeadOn& impact, double steps) {
    return grains::contactTime(impact.law, impact.effective_mass, impact.effective_radius, impact.speed) /
           steps;
}

/// A signed share in per cent.
std::string percent(double share) {
    const std::string text = fmt::format("{:+.1f}", 100 * share);
    return text == "-0.0" || text == "+0.0" ? "0" : text;
}

std::string cell(const HeadOn& impact, double e, double steps) {
    const grains::RestitutionRange range = grains::restitutionRange(impact, stepOf(impact, steps));
    return fmt::format("{}, {}", percent(range.least / e - 1), percent(range.most / e - 1));
}

/// The fewest steps a contact that keep within 0.5%, rounded up to two digits.
int stepsForHalfAPercent(const HeadOn& impact, double e) {
    for (int unit = 1; unit <= 100; unit *= 10)
        for (int n = 10 * unit; n < 100 * unit; n += unit) {
            const auto range = grains::restitutionRange(impact, stepOf(impact, n));
            if (std::abs(range.least / e - 1) < 0.005 && std::abs(range.most / e - 1) < 0.005) return n;
        }
    return 0;
}

void expectInThePage(const std::string& line) {
    static const Result<std::string> page = readTextFile(test::sourceFile("docs/theory/grains.md"));
    ASSERT_TRUE(page);
    if (std::getenv("TALUS_WRITE_EXPECTED")) std::cout << line << "\n";
    EXPECT_NE(page->find(line + "\n"), std::string::npos) << line;
}

HeadOn impactOf(Law law, double e, bool adhesionless) {
    Contact contact = linear(e);
    contact.law = law;
    contact.adhesionless = adhesionless;
    if (law == "bell") {
        contact.shear_stiffness = 0;
        contact.contact_time = 4e-4;
        contact.impact_speed = 0.5;
    }
    return headOnOf(contact, false, 0.5);
}

TEST(RestitutionTable, HoldsAtTheAutomaticStep) {
    for (const bool adhesionless : {true, false})
        for (const Kind& kind :
             {Kind{"linear", "linear"}, Kind{"hertz-mindlin", "hertz-mindlin"}, Kind{"bell", "bell"}}) {
            std::string line = fmt::format("| `{}`{} |", kind.name, adhesionless ? "" : ", pull allowed");
            for (const double e : {0.1, 0.2, 0.3, 0.5, 0.7, 0.9}) {
                const HeadOn impact = impactOf(kind.law, e, adhesionless);
                line += fmt::format(" {} ({}) |", cell(impact, e, 40), stepsForHalfAPercent(impact, e));
            }
            expectInThePage(line);
        }
}

TEST(RestitutionTable, HoldsForDampingOfLeeAndHerrmann) {
    for (const bool adhesionless : {true, false}) {
        std::string line = fmt::format("| `lee-herrmann`{} |", adhesionless ? "" : ", pull allowed");
        for (const double g : {0.8, 0.6, 0.4, 0.2, 0.1, 0.05}) {
            Contact contact;
            contact.law = "lee-herrmann";
            contact.stiffness = 1e5;
            contact.shear_stiffness = 0;
            contact.normal_damping = g / std::pow(0.5 * mass / (contact.stiffness * std::sqrt(0.5)), 0.4);
            contact.adhesionless = adhesionless;
            const HeadOn impact = headOnOf(contact, false, 0.5);
            const double e = grains::restitutionInSteps(impact, grains::durationOf(impact) / 1e5, 0.5);
            line += fmt::format(" {} ({}) |", cell(impact, e, 40), stepsForHalfAPercent(impact, e));
        }
        expectInThePage(line);
    }
}

TEST(RestitutionTable, FallsWithTheStep) {
    for (const double e : {0.2, 0.5, 0.8}) {
        const HeadOn impact = impactOf("linear", e, true);
        std::string line = fmt::format("| {} |", e);
        for (const double steps : {20, 40, 57, 100, 200, 500, 2000})
            line += fmt::format(" {} |", cell(impact, e, steps));
        expectInThePage(line);
    }
}

}  // namespace
}  // namespace talus
