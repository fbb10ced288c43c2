/** Room in every store; the library says so where it runs out. */
const ROOM = 256;

/** The farm itself: one entity. */
export const Farm = {
  coins: new Uint32Array(ROOM),
  seeds: new Uint32Array(ROOM),
  /** Growth updates since the farm began. */
  updates: new Float64Array(ROOM),
  deepSoil: new Uint8Array(ROOM),
  newGround: new Uint8Array(ROOM),
};
/** A plot of ground; `cell` counts row by row. */
export const Plot = { cell: new Uint8Array(ROOM) };
/** On a plot that has been ploughed: growth updates that its water lasts for. */
export const Soil = { waterLeft: new Uint16Array(ROOM) };
/** On a plot that has been planted: growth updates it has grown, {@link RIPE} at the most. */
export const Pumpkin = { grown: new Uint16Array(ROOM) };
