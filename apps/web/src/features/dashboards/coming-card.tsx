import type { Icon } from '@tabler/icons-react'
import { StatCard } from '../../ui/layout/stat-card.tsx'

/** What counts something this version does not have yet: no figure, which would be taken for one. */
export function ComingCard({ label, icon }: { label: string; icon: Icon }) {
  return <StatCard label={label} icon={icon} value={null} hint="Not available yet" />
}
