import { useMemo } from 'react'
import { useNow } from '../../ui/time/use-now.ts'

/** Both are in the reader's time zone and stay the same all day, so that query keys do not change. */
export function useLastSevenDays(): { today: string; week: string } {
  const day = new Date(useNow()).toDateString()
  return useMemo(() => {
    const week = new Date(day)
    week.setDate(week.getDate() - 7)
    return { today: new Date(day).toISOString(), week: week.toISOString() }
  }, [day])
}
