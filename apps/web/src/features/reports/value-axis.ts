import { getNiceTickValues } from 'recharts'

/** The ticks of a value axis: round numbers, the last of them above the highest bar so that its figure has room. */
export function valueTicks(highest: number, isWhole: boolean): number[] {
  return getNiceTickValues([0, Math.max(highest, 1) * 1.1], 5, !isWhole)
}
