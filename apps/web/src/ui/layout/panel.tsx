import { createPolymorphicComponent, Flex, type FlexProps } from '@mantine/core'
import classes from './panel.module.css'

/** A bordered surface with its parts stacked vertically. A `className` may change its colours. */
export const Panel = createPolymorphicComponent<'div', FlexProps>(
  ({ className = '', ...props }: FlexProps) => (
    <Flex direction="column" gap="xs" p="md" {...props} className={`${classes.panel} ${className}`} />
  ),
)
