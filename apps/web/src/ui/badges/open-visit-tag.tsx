import type { Icon } from '@tabler/icons-react'
import { useSeenLately } from '../time/use-seen-lately.ts'
import { NotSeenTag } from './not-seen-tag.tsx'
import { Tag } from './tag.tsx'

type Props = {
  visit: { readonly entryTime: string; readonly lastSeen: string | null }
  icon: Icon
  /** The list's label for an open visit: "In Progress", "Currently in Zone". */
  label: string
}

/** Marks an open visit. Shows the list's label if the person was seen recently, otherwise when they were last seen. */
export function OpenVisitTag({ visit: { entryTime, lastSeen }, icon, label }: Props) {
  const seenAt = lastSeen ?? entryTime
  const isSeenLately = useSeenLately(seenAt)
  if (!isSeenLately) return <NotSeenTag since={seenAt} />
  return (
    <Tag tone="inside" icon={icon}>
      {label}
    </Tag>
  )
}
