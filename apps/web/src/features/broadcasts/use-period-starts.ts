import { useMemo } from 'react'
import { useNow } from '../../ui/time/use-now.ts'

/** Returns the start of today and of this week (Monday), in the reader's time zone. */
export function periodStarts(now: Date): { today: string; week: string } {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const week = new Date(today)
  week.setDate(today.getDate() - ((today.getDay() + 6) % 7))
  return { today: today.toISOString(), week: week.toISOString() }
}

/** Returns `periodStarts` of the current day. They stay the same all day, so that query keys do not change. */
export function usePeriodStarts(): { today: string; week: string } {
  const day = new Date(useNow()).toDateString()
  return useMemo(() => periodStarts(new Date(day)), [day])
}

/** Returns the start of today and, as `week`, of the day seven days earlier. Both stay the same all day. */
export function useLastSevenDays(): { today: string; week: string } {
  const { today } = usePeriodStarts()
  return useMemo(() => {
    const week = new Date(today)
    week.setDate(week.getDate() - 7)
    return { today, week: week.toISOString() }
  }, [today])
}
