type Predicate<Subject> = (subject: Subject) => boolean

/** Returns a single test unchanged, because tests run on every document. */
export function allOf<Subject>(tests: Predicate<Subject>[]): Predicate<Subject> {
  const [first] = tests
  return first && tests.length === 1 ? first : (subject) => tests.every((test) => test(subject))
}

export function anyOf<Subject>(tests: Predicate<Subject>[]): Predicate<Subject> {
  const [first] = tests
  return first && tests.length === 1 ? first : (subject) => tests.some((test) => test(subject))
}
