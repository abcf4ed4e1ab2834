export type Level = 'start' | 'extension' | 'all'

export const leftOut: Record<Level, string[]>
export const levels: Level[]
