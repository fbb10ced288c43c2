/** The first 32 bits of the fractional parts of the cube (or square) roots of the first primes. */
function fractions(count: number, root: number): Uint32Array {
  const words = new Uint32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) words[found++] = (candidate ** (1 / root) % 1) * 2 ** 32;
  }
  return words;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 of bytes as lower-case hex, within the call and in any environment. */
export function sha256(bytes: Uint8Array): string {
  const k = fractions(64, 3);
  const hash = fractions(8, 2);
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const w = new Uint32Array(64);
  const at = (words: Uint32Array, i: number): number => words[i] as number;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getUint32(block + i * 4);
      else {
        const [a, b] = [at(w, i - 15), at(w, i - 2)];
        const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
        const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
        w[i] = at(w, i - 16) + low + at(w, i - 7) + high;
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(k, i) + at(w, i)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = at(hash, i) + word;
  }
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('');
}
