import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { OrganisationSelect } from './organisation-select.tsx'

type Props = { value: string | undefined; onChange: (id: string | undefined) => void }

export const OrganisationFilter = (props: Props) => (
  <Box flex="0 1 12rem">
    <OrganisationSelect {...props} aria-label={t`Organisation`} placeholder={t`All organisations`} />
  </Box>
)
