"""XXH3_64bits of xxHash 0.8, with a seed, in plain Python."""

import struct

MASK32 = (1 << 32) - 1
MASK64 = (1 << 64) - 1
PRIME32 = (0, 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIME64 = (0, 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
           0x27D4EB2F165667C5)
STRIPE = 64
STRIPES_IN_BLOCK = 16

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")


def u32(data, at):
    return int.from_bytes(data[at:at + 4], "little")


def u64(data, at):
    return int.from_bytes(data[at:at + 8], "little")


def fold(a, b):
    product = a * b
    return (product & MASK64) ^ (product >> 64)


def rotate(x, n):
    return (x << n | x >> (64 - n)) & MASK64


def swap(x, size):
    return int.from_bytes(x.to_bytes(size, "little"), "big")


def avalanche(h):
    h ^= h >> 37
    h = h * 0x165667919E3779F9 & MASK64
    return h ^ h >> 32


def avalanche_xxh64(h):
    h ^= h >> 33
    h = h * PRIME64[2] & MASK64
    h ^= h >> 29
    h = h * PRIME64[3] & MASK64
    return h ^ h >> 32


def hash_to_16(data, seed):
    n = len(data)
    if n > 8:
        low = u64(data, 0) ^ (u64(SECRET, 24) ^ u64(SECRET, 32)) + seed & MASK64
        high = u64(data, n - 8) ^ (u64(SECRET, 40) ^ u64(SECRET, 48)) - seed & MASK64
        return avalanche(n + swap(low, 8) + high + fold(low, high) & MASK64)
    if n >= 4:
        seed ^= swap(seed & MASK32, 4) << 32
        flip = (u64(SECRET, 8) ^ u64(SECRET, 16)) - seed & MASK64
        h = u32(data, n - 4) + (u32(data, 0) << 32) ^ flip
        h ^= rotate(h, 49) ^ rotate(h, 24)
        h = h * 0x9FB21C651E98DF25 & MASK64
        h ^= (h >> 35) + n
        h = h * 0x9FB21C651E98DF25 & MASK64
        return h ^ h >> 28
    if n > 0:
        combined = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return avalanche_xxh64(combined ^ (u32(SECRET, 0) ^ u32(SECRET, 4)) + seed & MASK64)
    return avalanche_xxh64(seed ^ u64(SECRET, 56) ^ u64(SECRET, 64))


def mix16(data, at, secret_at, seed):
    return fold(u64(data, at) ^ u64(SECRET, secret_at) + seed & MASK64,
                u64(data, at + 8) ^ u64(SECRET, secret_at + 8) - seed & MASK64)


def hash_to_240(data, seed):
    n = len(data)
    total = n * PRIME64[1]
    if n <= 128:
        for i in range((n - 1) // 32, -1, -1):
            total += mix16(data, 16 * i, 32 * i, seed)
            total += mix16(data, n - 16 * (i + 1), 32 * i + 16, seed)
        return avalanche(total & MASK64)
    for i in range(8):
        total += mix16(data, 16 * i, 16 * i, seed)
    total = avalanche(total & MASK64)
    for i in range(8, n // 16):
        total += mix16(data, 16 * i, 16 * (i - 8) + 3, seed)
    total += mix16(data, n - 16, 136 - 17, seed)
    return avalanche(total & MASK64)


def seeded_secret(seed):
    words = struct.unpack("<24Q", SECRET)
    signs = (seed, -seed)
    return struct.pack("<24Q", *(w + signs[i % 2] & MASK64 for i, w in enumerate(words)))


def accumulate(lanes, stripe, key):
    """One stripe of eight words into the eight sums, which may grow past 64 bits meanwhile."""
    for i in range(8):
        word = stripe[i]
        mixed = word ^ key[i]
        lanes[i ^ 1] += word
        lanes[i] += (mixed & MASK32) * (mixed >> 32)


def hash_long(data, seed):
    n = len(data)
    secret = seeded_secret(seed) if seed else SECRET
    keys = [struct.unpack_from("<8Q", secret, 8 * i) for i in range(STRIPES_IN_BLOCK)]
    scramble_key = struct.unpack_from("<8Q", secret, len(secret) - STRIPE)
    lanes = [PRIME32[3], PRIME64[1], PRIME64[2], PRIME64[3], PRIME64[4], PRIME32[2], PRIME64[5],
             PRIME32[1]]
    for number in range((n - 1) // STRIPE):
        accumulate(lanes, struct.unpack_from("<8Q", data, STRIPE * number),
                   keys[number % STRIPES_IN_BLOCK])
        last_of_block = number % STRIPES_IN_BLOCK == STRIPES_IN_BLOCK - 1
        if last_of_block:
            for i in range(8):
                lane = lanes[i] & MASK64
                lanes[i] = (lane ^ lane >> 47 ^ scramble_key[i]) * PRIME32[1] & MASK64
    accumulate(lanes, struct.unpack_from("<8Q", data, n - STRIPE),
               struct.unpack_from("<8Q", secret, len(secret) - STRIPE - 7))
    total = n * PRIME64[1]
    merge = struct.unpack_from("<8Q", secret, 11)
    for i in range(0, 8, 2):
        total += fold(lanes[i] & MASK64 ^ merge[i], lanes[i + 1] & MASK64 ^ merge[i + 1])
    return avalanche(total & MASK64)


def xxh3(data, seed=0):
    if len(data) <= 16:
        return hash_to_16(data, seed)
    if len(data) <= 240:
        return hash_to_240(data, seed)
    return hash_long(data, seed)
