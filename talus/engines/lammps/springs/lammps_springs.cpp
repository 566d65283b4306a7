#include "talus/engines/lammps/springs/lammps_springs.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_shape.h"
#include "talus/engines/lammps/lammps_types.h"
#include "talus/grains/fields.h"
#include "talus/grains/law/law_row.h"
#include "talus/grains/search/contact_list.h"
#include "talus/grains/springs.h"

namespace talus::engines {
namespace {

namespace f = grains::fields;

/// Which parts the history of a contact has, in this order.
struct Layout {
    bool shear = false, rolling = false, twisting = false;

    void add(const LammpsLaw& law) {
        shear = shear || law.shear_stiffness > 0;
        rolling = rolling || law.rolling.stiffness > 0;
        twisting = twisting || law.twisting.stiffness > 0;
    }
    std::size_t size() const { return 3 * shear + 3 * rolling + twisting; }
};

/// The springs of a contact in Talus.
struct Springs {
    Vec3d shear, angle;
};

/// For rolling, Talus stores an angle and LAMMPS the rolled distance R_e angle x n. For shear, LAMMPS stores
/// the same spring, or, where its history is a force, the opposite one.
Springs fromLammps(const double* history, const Layout& layout, const LammpsLaw& law, double radius,
                   const Vec3d& n) {
    Springs out;
    const auto take = [&] {
        const Vec3d v{history[0], history[1], history[2]};
        history += 3;
        return v;
    };
    if (layout.shear) out.shear = law.history_is_force ? -take() : take();
    if (layout.rolling)
        if (const Vec3d rolled = take(); radius != 0) out.angle = cross(n, rolled) / radius;
    if (layout.twisting) out.angle += n * *history;
    return out;
}

LammpsHistory toLammps(const Springs& springs, const Layout& layout, const LammpsLaw& law, double radius,
                       const Vec3d& n) {
    LammpsHistory out;
    const auto put = [&](const Vec3d& v) { out.insert(out.end(), {v.x, v.y, v.z}); };
    if (layout.shear) put(law.history_is_force ? -springs.shear : springs.shear);
    if (layout.rolling) put(cross(springs.angle, n) * radius);
    if (layout.twisting) out.push_back(dot(springs.angle, n));
    return out;
}

/// The springs of the same contact with its two bodies exchanged, which reverses the normal.
Springs reversed(const Springs& s) { return {-s.shear, -s.angle}; }

bool isZero(const Springs& s) { return s.shear == Vec3d{} && s.angle == Vec3d{}; }

/// A fix of a wall. Fixes that only attract (LammpsLaw::pull) have no history, but they have a record.
struct WallFix {
    const LammpsFace* face;
    std::uint32_t type;  ///< 0: all
    LammpsLaw law;
    Layout layout;
};

/// Looks up laws, radii, normals and fixes for readSprings() and writeSprings().
class ContactMap {
  public:
    ContactMap(const scene::Simulation& simulation, const LammpsModel& model, const grains::Setup& setup)
        : model_(model),
          setup_(setup),
          world_(simulation.world()),
          walls_(*setup.walls, simulation.clock().time(simulation.world().step)) {
        for (const LammpsPair& pair : model.pairs) {
            layout_.add(pair.law);
            pairs_[{pair.first, pair.second}] = &pair;
        }
        for (const LammpsFace& face : model.faces)
            for (const LammpsWall& wall : face.walls) {
                fixes_.push_back({&face, wall.type, wall.law, {}});
                fixes_.back().layout.add(wall.law);
                if (wall.law.pull > 0) fixes_.push_back({&face, wall.type, {}, {}});
            }
    }

    const Layout& layout() const { return layout_; }
    const std::vector<WallFix>& fixes() const { return fixes_; }
    bool hasPairHistory() const { return layout_.size() > 0; }
    std::size_t records() const { return fixes_.size() + hasPairHistory(); }

    const LammpsLaw& law(std::size_t i, std::size_t j) const {
        auto a = typeAt(i), b = typeAt(j);
        if (a > b) std::swap(a, b);
        return pairs_.at({a, b})->law;
    }
    double radius(std::size_t i, std::size_t j) const {
        const auto a = world_.table(grains::grains_table).read(f::radius);
        return a[i] * a[j] / (a[i] + a[j]);
    }
    std::uint32_t typeAt(std::size_t i) const {
        const state::Table& grains = world_.table(grains::grains_table);
        return typeOf(model_, grains.read(f::material)[i], grains.read(f::radius)[i]);
    }
    /// The index in fixes() of the fix for the contacts of a type with a face of the scene.
    std::optional<std::size_t> fixFor(std::uint32_t face, std::uint32_t type) const {
        for (std::size_t k = 0; k < fixes_.size(); ++k) {
            const auto& of = fixes_[k].face->of;
            if ((fixes_[k].type == 0 || fixes_[k].type == type) &&
                std::find(of.begin(), of.end(), face) != of.end())
                return k;
        }
        return std::nullopt;
    }
    /// LAMMPS' effective radius of a grain of radius `a` at a face.
    double radiusAt(std::uint32_t face, double a) const {
        const auto shape = lammpsShape(setup_.walls->faces()[face]);
        return shape && shape->curvature_radius != 0
                   ? a * shape->curvature_radius / (a + shape->curvature_radius)
                   : a;
    }
    Vec3d normalAt(std::uint32_t face, std::size_t i) const {
        return walls_.distance(face, world_.table(grains::grains_table).read(f::position)[i]).normal;
    }
    /// LAMMPS' number of the side of a region that a grain touches. Tube or cone: 2 from inside, else 0.
    /// Capsule: 0 and 1 at its ends, 2 between them. Any other region: 0.
    std::int64_t sideOf(std::uint32_t face, std::size_t i) const {
        const environment::WallFace& is = setup_.walls->faces()[face];
        const auto shape = lammpsShape(is);
        if (!shape) return 0;
        const Vec3d from =
            walls_.inFrame(is.wall, world_.table(grains::grains_table).read(f::position)[i]) - is.a;
        if (shape->solids.size() > 1) {
            const Vec3d axis = is.b - is.a;
            const double along = dot(from, axis);
            return along <= 0 ? 0 : along >= dot(axis, axis) ? 1 : 2;
        }
        if (shape->open.empty()) return 0;
        const double z = dot(from, is.b), r = length(from - is.b * z);
        if (is.c.x == 0 || z < 0 || z > is.c.x) return 0;
        return r <= is.c.y + z / is.c.x * (is.c.z - is.c.y) ? 2 : 0;
    }

  private:
    const LammpsModel& model_;
    const grains::Setup& setup_;
    const state::World& world_;
    environment::WallsAt walls_;
    Layout layout_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, const LammpsPair*> pairs_;
    std::vector<WallFix> fixes_;
};

Error otherFile() {
    return {ErrorKind::Input,
            "LAMMPS' restart file has other contact histories than its settings imply, so the springs of "
            "contacts cannot be read or written; use LAMMPS 29 Sep 2021, or resume without --engine lammps"};
}

/// Calls take(i, j, row, n) for each pair of the contact list; n is the unit vector from the second grain to
/// the first.
template <class Take>
void forPairs(const state::World& world, const environment::Periodic& domain, Take take) {
    const auto list = grains::ListViews::of(world);
    const auto position = world.table(grains::grains_table).read(f::position);
    for (std::size_t b = 0; b < list.blocks(); ++b) {
        const grains::Block block = list.block(b);
        for (std::size_t row = block.first_row; row < block.last_row; ++row) {
            const auto [i, j, image] = list.pair(block, row);
            const Vec3d apart = (position[i] - position[j]) - environment::shiftOf(domain, image);
            if (const double d = length(apart); d > 0) take(i, j, row, apart / d);
        }
    }
}

/// The history that a fix of a wall stores of an atom; null where the two do not touch.
const double* historyOf(const LammpsRestart::Record& record, const WallFix& fix, std::int64_t side) {
    const std::size_t size = fix.layout.size();
    if (!fix.face->plane.empty()) return record.size() == size + 1 ? record.data() + 1 : nullptr;
    const std::int64_t count = record.size() > 1 ? fromBits(record[1]) : 0;
    for (std::int64_t k = 0; k < count; ++k) {
        const std::size_t at = 2 + static_cast<std::size_t>(k) * (size + 1);
        if (at + 1 + size > record.size()) return nullptr;
        if (fromBits(record[at]) == side) return record.data() + at + 1;
    }
    return nullptr;
}

}  // namespace

Status readSprings(const LammpsRestart& restart, const LammpsModel& model, const grains::Setup& setup,
                   scene::Simulation& simulation) {
    const ContactMap map(simulation, model, setup);
    state::World& world = simulation.world();
    const state::Table& grains = world.table(grains::grains_table);
    const auto id = grains.read(f::id);
    std::unordered_map<std::uint64_t, const LammpsRestart::Atom*> atoms;
    /// Rank of an atom, and its index in the rank.
    std::unordered_map<std::uint64_t, std::pair<std::size_t, std::size_t>> position_of;
    std::unordered_map<std::uint64_t, const double*> pairs;
    const std::size_t size = map.layout().size();
    for (std::size_t r = 0; r < restart.ranks.size(); ++r)
        for (std::size_t k = 0; k < restart.ranks[r].size(); ++k) {
            const LammpsRestart::Atom& atom = restart.ranks[r][k];
            if (atom.fixes.size() != map.records()) return otherFile();
            atoms[atom.id()] = &atom;
            position_of[atom.id()] = {r, k};
            if (!map.hasPairHistory()) continue;
            const LammpsRestart::Record& record = atom.fixes.front();
            if (record.size() < 2 || record.size() != 2 + static_cast<std::size_t>(record[1]) * (size + 1))
                return otherFile();
            for (std::size_t at = 2; at < record.size(); at += size + 1)
                pairs[atom.id() << 32 | static_cast<std::uint64_t>(record[at])] = &record[at + 1];
        }
    state::Table& contacts = world.table(grains::contacts_table);
    const grains::Springs shear = grains::shearSprings(contacts), angle = grains::turningSprings(contacts);
    const bool turns = contacts.find(f::angle<double>.name) != nullptr;
    const auto touching = contacts.write(f::touching);
    forPairs(world, setup.search.domain, [&](std::size_t i, std::size_t j, std::size_t row, const Vec3d& n) {
        const std::uint64_t a = std::uint64_t{id[i]} + 1, b = std::uint64_t{id[j]} + 1;
        const auto at_a = position_of.find(a), at_b = position_of.find(b);
        if (at_a == position_of.end() || at_b == position_of.end()) return;
        // Where both atoms are on one rank, LAMMPS computes the contact for the atom that comes first. For
        // the other atom it stores the whole history with the opposite sign, which is right only for the
        // shear spring. So use the history of the first.
        const bool swapped = at_a->second.first == at_b->second.first && at_b->second < at_a->second;
        const auto found = pairs.find(swapped ? b << 32 | a : a << 32 | b);
        // A neck also acts across a gap: the two are in contact if LAMMPS has a history of them.
        if (map.law(i, j).neck > 0) touching[row] = found != pairs.end();
        if (found == pairs.end()) return;
        const Springs of_first =
            fromLammps(found->second, map.layout(), map.law(i, j), map.radius(i, j), swapped ? -n : n);
        const Springs springs = swapped ? reversed(of_first) : of_first;
        shear.put(row, springs.shear);
        if (turns) angle.put(row, springs.angle);
    });
    state::Table& at_walls = world.table(grains::wall_contacts_table);
    const auto grain = at_walls.read(f::wall_grain), face = at_walls.read(f::wall_face);
    const auto wall_shear = at_walls.write(f::wall_spring);
    for (std::size_t row = 0; row < at_walls.size(); ++row) {
        const std::size_t i = grain[row];
        const auto k = map.fixFor(face[row], map.typeAt(i));
        const auto atom = atoms.find(std::uint64_t{id[i]} + 1);
        if (!k || atom == atoms.end()) continue;
        const WallFix& fix = map.fixes()[*k];
        const double* history =
            historyOf(atom->second->fixes[*k + map.hasPairHistory()], fix, map.sideOf(face[row], i));
        // Two opposite planes share one fix; the spring belongs to the plane that is touched.
        if (history == nullptr || at_walls.read(f::wall_overlap)[row] <= 0) continue;
        const Springs springs =
            fromLammps(history, fix.layout, fix.law, map.radiusAt(face[row], grains.read(f::radius)[i]),
                       map.normalAt(face[row], i));
        wall_shear[row] = springs.shear;
        if (turns) at_walls.write(f::wall_angle)[row] = springs.angle;
    }
    return success();
}

Status writeSprings(const scene::Simulation& simulation, const LammpsModel& model, const grains::Setup& setup,
                    LammpsRestart& restart) {
    const ContactMap map(simulation, model, setup);
    const state::World& world = simulation.world();
    const state::Table& grains = world.table(grains::grains_table);
    const auto id = grains.read(f::id);
    const auto radius = grains.read(f::radius);
    std::unordered_map<std::uint64_t, LammpsRestart::Atom*> atoms;
    for (auto& rank : restart.ranks)
        for (LammpsRestart::Atom& atom : rank) {
            if (atom.fixes.size() != map.records()) return otherFile();
            atoms[atom.id()] = &atom;
            if (map.hasPairHistory()) atom.fixes.front() = {2, 0};
        }
    const state::Table& contacts = world.table(grains::contacts_table);
    const auto shear = grains::shearSprings(contacts), angle = grains::turningSprings(contacts);
    const auto touching = contacts.read(f::touching);
    const bool turns = contacts.find(f::angle<double>.name) != nullptr;
    const auto store = [&](std::size_t i, std::size_t j, const Springs& springs, const Vec3d& n) {
        const auto atom = atoms.find(std::uint64_t{id[i]} + 1);
        if (atom == atoms.end()) return;
        LammpsRestart::Record& record = atom->second->fixes.front();
        const LammpsHistory history = toLammps(springs, map.layout(), map.law(i, j), map.radius(i, j), n);
        record.push_back(static_cast<double>(id[j]) + 1);
        record.insert(record.end(), history.begin(), history.end());
        ++record[1];
        record[0] = static_cast<double>(record.size());
    };
    if (map.hasPairHistory())
        forPairs(world, setup.search.domain,
                 [&](std::size_t i, std::size_t j, std::size_t row, const Vec3d& n) {
                     const Springs springs{shear[row], turns ? Vec3d(angle[row]) : Vec3d{}};
                     const bool neck = map.law(i, j).neck > 0 && touching[row] != 0;
                     if (isZero(springs) && !neck) return;
                     store(i, j, springs, n);
                     store(j, i, reversed(springs), -n);
                 });
    const state::Table& at_walls = world.table(grains::wall_contacts_table);
    const auto grain = at_walls.read(f::wall_grain), face = at_walls.read(f::wall_face);
    for (std::size_t row = 0; row < at_walls.size(); ++row) {
        const std::size_t i = grain[row];
        const Springs springs{at_walls.read(f::wall_spring)[row],
                              turns ? at_walls.read(f::wall_angle)[row] : Vec3d{}};
        const auto k = map.fixFor(face[row], map.typeAt(i));
        const auto atom = atoms.find(std::uint64_t{id[i]} + 1);
        if (!k || atom == atoms.end() || isZero(springs)) continue;
        const WallFix& fix = map.fixes()[*k];
        const auto history = toLammps(springs, fix.layout, fix.law, map.radiusAt(face[row], radius[i]),
                                      map.normalAt(face[row], i));
        LammpsRestart::Record& record = atom->second->fixes[*k + map.hasPairHistory()];
        record = {};
        if (fix.face->plane.empty()) record = {asBits(1), asBits(map.sideOf(face[row], i))};
        record.insert(record.begin(), 0);
        record.insert(record.end(), history.begin(), history.end());
        record[0] = static_cast<double>(record.size());
    }
    return success();
}

}  // namespace talus::engines
