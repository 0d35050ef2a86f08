import { t } from '@lingui/core/macro'
import type { SearchHit } from '@muster/contract/search.ts'
import type { SearchKind } from '@muster/domain/search-kind.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconFile,
  IconFolder,
  IconMapPin,
  IconMessages,
  IconSpeakerphone,
  IconUser,
} from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import type { Address } from './commands.ts'

type KindView = {
  group: string
  icon: Icon
  /** The address that opens exactly this thing. `allZones`: the search covered all zones. */
  toHit: (hit: Pick<SearchHit, 'id' | 'zone'>, allZones: boolean) => Address
  /** The page that lists all matches. */
  toList: (q: string, allZones: boolean) => Address
}

const toPeople = (allZones: boolean) => (allZones ? paths.users : paths.appUsers)

export const searchKindViews: Readonly<Record<SearchKind, KindView>> = {
  people: {
    group: t`People`,
    icon: IconUser,
    toHit: ({ id }, allZones) => ({ to: toPeople(allZones), search: { user: id } }),
    toList: (q, allZones) => ({ to: toPeople(allZones), search: { q } }),
  },
  zones: {
    group: t`Zones`,
    icon: IconMapPin,
    toHit: ({ id }) => ({ to: `/zones/${id}` }),
    toList: (q, allZones) => ({ to: allZones ? paths.zones : paths.myZones, search: { q } }),
  },
  groups: {
    group: t`Groups`,
    icon: IconMessages,
    toHit: ({ id }) => ({ to: `/groups/${id}` }),
    toList: q => ({ to: paths.myGroups, search: { q, all: true } }),
  },
  hazards: {
    group: t`Hazards`,
    icon: IconAlertTriangle,
    toHit: ({ id, zone }) => ({ to: paths.hazards, search: { hazard: id, zone: zone?.id } }),
    toList: q => ({ to: paths.hazards, search: { q } }),
  },
  broadcasts: {
    group: t`Broadcasts`,
    icon: IconSpeakerphone,
    toHit: ({ id }) => ({ to: paths.broadcasts, search: { broadcast: id } }),
    toList: q => ({ to: paths.broadcasts, search: { q } }),
  },
  documents: {
    group: t`Files`,
    icon: IconFile,
    toHit: ({ id, zone }) => ({ to: paths.documents, search: { document: id, zone: zone?.id } }),
    toList: q => ({ to: paths.documents, search: { q } }),
  },
  folders: {
    group: t`Folders`,
    icon: IconFolder,
    toHit: ({ id, zone }) => ({ to: paths.documents, search: { folder: id, zone: zone?.id } }),
    toList: q => ({ to: paths.documents, search: { q } }),
  },
}
