// @ts-check
/// <reference lib="webworker" />
// Python's files in the page: packed archives are laid out without copying, and a game's folder when somebody first looks into it.

const DICTIONARY = 47; // zlib: gzip or zlib, with the largest window
const STREAM = 56, IN = 1 << 16, OUT = 1 << 18; // sizes of zlib's state and of the two windows in Python's memory

/** An archive arrives while other things begin. */
export const arriving = async (/** @type {string} */ path) => {
  const answer = await fetch(new URL(path, import.meta.url));
  if (!answer.ok || !answer.body) throw new Error("its files are incomplete.");
  const unpacked = answer.body.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
};

/** An archive is needed by an import or a file that cannot wait for a promise; only a worker may do that. */
const now = (/** @type {any} */ python, /** @type {string} */ path) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(path, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error("its files are incomplete.");
  return inflated(python._module, new Uint8Array(request.response));
};

/** Browsers unpack only with promises, Python's own zlib at once: through two windows, so that its memory does not grow. */
const inflated = (/** @type {any} */ module, /** @type {Uint8Array} */ packed) => {
  const last = packed.length - 4; // gzip ends with the length of what is in it
  const whole = new Uint8Array(new DataView(packed.buffer, packed.byteOffset).getUint32(last, true));
  const place = module._malloc(STREAM + IN + OUT), version = place + STREAM, input = version, output = input + IN;
  module.HEAPU8.fill(0, place, place + STREAM);
  module.HEAPU8.set([49, 46, 51, 0], version); // "1.3"; zlib compares the first letter
  if (module._inflateInit2_(place, DICTIONARY, version, STREAM) !== 0) throw new Error("its files cannot be unpacked.");
  const set = (/** @type {number} */ at, /** @type {number} */ value) => { module.HEAPU32[(place + at) >> 2] = value; };
  let read = 0, written = 0, state = 0;
  while (state === 0) {
    const piece = packed.subarray(read, read + IN);
    read += piece.length;
    module.HEAPU8.set(piece, input);
    set(0, input); set(4, piece.length);
    do {
      set(12, output); set(16, OUT);
      state = module._inflate(place, 0);
      const made = OUT - module.HEAPU32[(place + 16) >> 2];
      whole.set(module.HEAPU8.subarray(output, output + made), written);
      written += made;
    } while (state === 0 && module.HEAPU32[(place + 16) >> 2] === 0);
    if (!piece.length && state === 0) break;
  }
  module._inflateEnd(place);
  module._free(place);
  if (written !== whole.length) throw new Error("its files are damaged.");
  return whole;
};

/** Files are views into the archive: nothing is copied. */
export const layOut = (/** @type {any} */ python, /** @type {Uint8Array} */ archive) => {
  const start = 4 + new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const index = /** @type {[string, number][]} */ (JSON.parse(new TextDecoder().decode(archive.subarray(4, start))));
  const folders = new Set();
  let from = start;
  for (const [name, size] of index) {
    const path = `/rulewright/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) { python.FS.mkdirTree(folder); folders.add(folder); }
    python.FS.writeFile(path, archive.subarray(from, from + size), { canOwn: true, mode: 0o600 });
    from += size;
  }
};

export const layOutNow = (/** @type {any} */ python, /** @type {string} */ path) => layOut(python, now(python, path));

/** A folder that is there, and whose files come when somebody asks for the first of them. */
export const layOutLate = (/** @type {any} */ python, /** @type {string} */ folder, /** @type {string} */ path) => {
  python.FS.mkdirTree(folder);
  const { node } = python.FS.lookupPath(folder), usual = node.node_ops;
  const fill = () => {
    if (node.node_ops === usual) return;
    node.node_ops = usual;
    try {
      layOutNow(python, path);
    } catch (problem) { // offline, and never fetched: it can be tried again
      node.node_ops = late;
      console.warn(`${folder} could not be fetched:`, problem);
      throw new python.FS.ErrnoError(python.ERRNO_CODES.EIO);
    }
  };
  const late = {
    ...usual,
    lookup: (/** @type {any} */ parent, /** @type {string} */ name) => {
      fill();
      const found = parent.contents[name];
      if (!found) throw new python.FS.ErrnoError(python.ERRNO_CODES.ENOENT);
      return found;
    },
    readdir: (/** @type {any} */ parent) => { fill(); return usual.readdir(parent); },
  };
  node.node_ops = late;
};
