import type { World } from '../../world/world.ts'

export function lookForArrivals(_world: World): void {}
