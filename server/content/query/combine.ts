type Predicate<Subject> = (subject: Subject) => boolean

/** Whether all tests hold; one alone is returned as it is, since these run on every document. */
export function allOf<Subject>(tests: Predicate<Subject>[]): Predicate<Subject> {
  const [first] = tests
  return first && tests.length === 1 ? first : (subject) => tests.every((test) => test(subject))
}

/** Whether any test holds. */
export function anyOf<Subject>(tests: Predicate<Subject>[]): Predicate<Subject> {
  const [first] = tests
  return first && tests.length === 1 ? first : (subject) => tests.some((test) => test(subject))
}
