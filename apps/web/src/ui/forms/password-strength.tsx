import { t } from '@lingui/core/macro'
import { Box, SimpleGrid, Text } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { isCommonPassword, passwordStrength } from '@muster/domain/sign-up.ts'

const strengthLabels = [t`Too weak`, t`Weak`, t`Fair`, t`Good`, t`Strong`] as const
const strengthColours = ['danger', 'danger', 'uncertain', 'inside', 'inside'] as const

type Props = {
  password: string
  /** Minimum length of a password, in characters. */
  min?: number
}

/** A strength hint while the password is typed. It only advises; the form's rules decide. */
export function PasswordStrength({ password, min = limits.passwordMin }: Props) {
  if (password === '') return null
  const strength = password.length < min ? 0 : passwordStrength(password)
  const strengthText = isCommonPassword(password) ? t`Too common` : (strengthLabels[strength] ?? '')
  return (
    <Box mt="xs" role="status">
      <SimpleGrid cols={4} spacing={4} aria-hidden="true">
        {[1, 2, 3, 4].map(step => (
          <Box
            key={step}
            h={4}
            bdrs={2}
            bg={`var(--m-${step <= Math.max(1, strength) ? strengthColours[strength] : 'line'})`}
          />
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={4}>
        {/* Does not repeat the text of the rule, which the field already shows below. */}
        {t`Password strength: ${strengthText}`}
      </Text>
    </Box>
  )
}
