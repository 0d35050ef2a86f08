import { useEffect, useState } from 'react'

/** True once it has been the same for `ms` milliseconds, or while it is undefined. The first value counts as settled unless `isNew`. */
export function useSettled(value: string | undefined, ms: number, isNew: boolean): boolean {
  const [settled, setSettled] = useState(isNew ? undefined : value)
  useEffect(() => {
    if (value === undefined) return setSettled(undefined)
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return value === undefined || settled === value
}
