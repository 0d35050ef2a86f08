import { i18n } from '@lingui/core'
import { type Role, type RoleBadgeColor, roleBadgeColor, roleLabel } from '@muster/domain/role.ts'
import { Tag, type Tone } from './tag.tsx'

const tonesByColor: Record<RoleBadgeColor, Tone> = {
  red: 'danger',
  blue: 'info',
  green: 'good',
  yellow: 'yellow',
  gray: 'quiet',
}

export function RoleBadge({ role }: { role: Role }) {
  return <Tag tone={tonesByColor[roleBadgeColor(role)]}>{i18n._(roleLabel(role))}</Tag>
}
