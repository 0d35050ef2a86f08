import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { generatedTypesPath, generateTypes } from './generate-types.ts'

it('schema.generated.ts matches the migrations; if it does not, run npm run generate', async () => {
  const database = await createTestDatabase()
  try {
    const [storedTypes, generatedTypes] = [
      await readFile(generatedTypesPath, 'utf8'),
      await generateTypes(database.url),
    ]
    expect(storedTypes).toBe(generatedTypes)
  } finally {
    await database.drop()
  }
})
