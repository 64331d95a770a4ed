// HashMap, HashSet: the standard library's hash tables with a salt in the hash. Nothing that a user sees may
// depend on the order in which such a table is walked; the test of bundle bytes runs with several salts to
// hold that. Everywhere else the salt is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

namespace tp {

// The number in the environment variable TRACEPACK_HASH_SALT, or 0; set before any static object is made.
extern uint64_t hash_salt;

inline size_t Salted(size_t hash) { return hash_salt == 0 ? hash : (hash ^ hash_salt) * 0x9e3779b97f4a7c15u; }

// Hashes of numbers and pointers are cheap to make again; of others the table keeps them (the library does so
// where a hash function may throw).
template <class K, class H = std::hash<K>>
struct SaltedHash {
  size_t operator()(const K& key) const noexcept(std::is_scalar_v<K>) { return Salted(H()(key)); }
};

template <class K, class V, class H = std::hash<K>>
using HashMap = std::unordered_map<K, V, SaltedHash<K, H>>;
template <class K, class V, class H = std::hash<K>>
using HashMultimap = std::unordered_multimap<K, V, SaltedHash<K, H>>;
template <class K, class H = std::hash<K>>
using HashSet = std::unordered_set<K, SaltedHash<K, H>>;

}  // namespace tp
