export { Farm, Plot, Pumpkin, Soil } from './components.js';
export { growthSystem } from './growth-system.js';
export { inputSystem } from './input-system.js';
export { findFarm, newFarm, plotAt } from './new-farm.js';
export * from './rules.js';
export { createFarmWorld, type FarmWorld, type Outcome, type Request, type Tool, type Weather } from './world.js';
