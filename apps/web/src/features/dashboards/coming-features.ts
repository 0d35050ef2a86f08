import type { Permission } from '@muster/domain/permission.ts'
import { IconFiles } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'

/**
 * What a member's dashboard is to count and list once its feature is there; until then it says that it is not. Each is for who
 * may see it.
 */
export const comingFeatures = [
  {
    name: 'Files & Folders',
    counter: undefined,
    list: 'Zone Files',
    icon: IconFiles,
    needs: 'view_files',
    to: paths.documents,
  },
] as const satisfies readonly { needs: Permission; [key: string]: unknown }[]
