import { describe, expect, it } from 'vitest';
import { createQuestionVectors } from '../../src/workspace/questionVectors';
import { fakeEmbedder, handTimer, wordsVector } from './fakeEmbedding';

describe('the vectors of questions', () => {
  it('makes a question\'s vector once, however often it is asked', async () => {
    const embedder = fakeEmbedder();
    const questions = createQuestionVectors(embedder, handTimer());
    const first = await questions.of('how are secrets rotated', 100);
    expect(first).toEqual({ kind: 'made', vector: wordsVector('how are secrets rotated') });
    expect(await questions.of('how are secrets rotated', 100)).toEqual(first);
    expect(embedder.questions).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    const timer = handTimer();
    await createQuestionVectors(fakeEmbedder(), timer).of('anything', 100);
    expect(timer.waiting).toBe(0);
  });

  it('says so when it is not made in time, and has it the next time', async () => {
    const embedder = fakeEmbedder();
    const timer = handTimer();
    const questions = createQuestionVectors(embedder, timer);
    embedder.holdQuestions();
    const asked = questions.of('slow', 100);
    await Promise.resolve();
    timer.run();
    expect(await asked).toEqual({ kind: 'late' });
    embedder.release();
    expect(await questions.of('slow', 100)).toMatchObject({ kind: 'made' });
    expect(embedder.questions).toEqual(['slow']);
  });

  it('tries again what came to nothing', async () => {
    const embedder = fakeEmbedder();
    const questions = createQuestionVectors(embedder, handTimer());
    expect(await questions.of('🙂', 100)).toEqual({ kind: 'made', vector: null });
    await questions.of('🙂', 100);
    expect(embedder.questions).toHaveLength(2);
  });

  it('remembers a bounded number', async () => {
    const embedder = fakeEmbedder();
    const questions = createQuestionVectors(embedder, handTimer());
    for (let index = 0; index < 65; index += 1) await questions.of(`question ${index} a`, 100);
    await questions.of('question 64 a', 100);
    expect(embedder.questions).toHaveLength(65);
    // The first one was forgotten for the sixty-fifth.
    await questions.of('question 0 a', 100);
    expect(embedder.questions).toHaveLength(66);
  });
});
