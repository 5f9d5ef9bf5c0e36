"""Trains the table by which records are found by what they mean: python3 train.py IN OUT [SEED [STEPS]].

IN is what prepare.ts wrote. A text's vector is the normalised sum of the rows of its words and pairs of words; questions come to lie
near the records that they were written for, parts of a text near the rest, words of everyday near those of the field. Symmetric InfoNCE
over batches, Adam. Needs numpy and scipy. The same seed gives the same table on the same machine: sums of the linear algebra library
may differ in their last bits on another.
"""
import collections
import json
import math
import sys
import time

import numpy as np
import scipy.sparse as sparse

IN, OUT = sys.argv[1], sys.argv[2]
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
STEPS = int(sys.argv[4]) if len(sys.argv) > 4 else 1200
DIMENSIONS, BATCH, TEMPERATURE, RATE = 128, 1024, 0.05, 0.004
LONGEST = 80  # words of a text that one step reads
LEFT_OUT = 0.2  # of a question's words in one step, so that no one of them is learnt by heart
LEAST_TEXTS, LEAST_QUESTIONS, PAIRS = 8, 2, 8000
GENERAL = 100  # dimensions of the general vectors
STOP = set(
    'a an the of for and in on to with by from at as is are be this that we our it its their which using used use based via can has have'
    ' was were been than or not but into these those such also both between over under more most paper propose proposed present presented'
    ' show shown method approach result new novel how what'.split()
)
# Shares of a batch by where its examples come from; parts of abstracts are the rest.
SHARES = {'questions': 0.30, 'foreign': 0.14, 'pairs': 0.06, 'same': 0.08, 'records': 0.08}

random = np.random.default_rng(SEED)
began = time.time()


def log(*what):
    print(f'[{time.time() - began:.0f} s]', *what, flush=True)


def lines(name):
    with open(f'{IN}/{name}.jsonl') as file:
        return [json.loads(line) for line in file]


documents = lines('documents')
questions, foreign, pairs, same = (lines(name) for name in ('questions', 'foreign', 'pairs', 'same'))
general = json.load(open(f'{IN}/general.json'))

# --- The words and pairs of words that get a row.
having, pair_count, asked = collections.Counter(), collections.Counter(), collections.Counter()
for one in documents:
    having.update(set(one['t']) | set(one['a']) | set(one['k']))
    for text in (one['t'], one['a']):
        pair_count.update({(a, b) for a, b in zip(text, text[1:]) if a not in STOP and b not in STOP})
for text in [q for one in questions + foreign for q in one['q']] + [q for one in pairs for q in [one['p'], *one['f']]] + [
    q for group in same for q in group
]:
    asked.update(set(text))
words = sorted(w for w in set(having) | set(asked) if len(w) > 1 or w > '\u3000' if having[w] >= LEAST_TEXTS or asked[w] >= LEAST_QUESTIONS)
number = {word: i for i, word in enumerate(words)}
M, NW = len(documents), len(words)


def attraction(pair):
    count = pair_count[pair]
    return math.log(count * M / (having[pair[0]] * having[pair[1]])) / -math.log(count / M)


common = [p for p, c in pair_count.items() if c >= 12 and p[0] in number and p[1] in number and min(map(len, p)) > 1]
common = sorted((p for p in common if attraction(p) > 0.08), key=lambda p: (-pair_count[p], p))[:PAIRS]
common.sort()
pair_number = {pair: NW + i for i, pair in enumerate(common)}
V = NW + len(common)
information = np.array(
    [math.log(1 + M / max(having[w], 3)) for w in words] + [math.log(1 + M / pair_count[p]) for p in common], np.float32
)
for word in STOP & set(number):
    information[number[word]] = 0.1
pair_keys = np.array([number[a] * NW + number[b] for a, b in common], np.int64)
pair_order = np.argsort(pair_keys)
pair_keys, pair_rows = pair_keys[pair_order], (NW + pair_order).astype(np.int32)
log(f'{NW} words, {len(common)} pairs, {M} records')


def encoded(text):
    return np.array([number[word] for word in text if word in number], np.int32)


def with_pairs(text):
    if len(text) < 2:
        return text
    keys = text[:-1].astype(np.int64) * NW + text[1:]
    places = np.minimum(np.searchsorted(pair_keys, keys), len(pair_keys) - 1)
    return np.concatenate([text, pair_rows[places[pair_keys[places] == keys]]])


# --- What is like what.
titles, bodies, keywords = ([encoded(one[part]) for one in documents] for part in 'tak')
place = {(one['kind'] == 'publications', one['id']): i for i, one in enumerate(documents)}
of_id = {one['id']: i for i, one in enumerate(documents)}


def asking(records):
    found = [(of_id[one['id']], [x for x in map(encoded, one['q']) if len(x)]) for one in records if one['id'] in of_id]
    return [(i, texts) for i, texts in found if texts]


asking_in_english, asking_in_others = asking(questions), asking(foreign)
said = [(encoded(one['p']), [x for x in map(encoded, one['f']) if len(x)]) for one in pairs]
said = [(plain, field) for plain, field in said if len(plain) and field]
groups = [[x for x in map(encoded, group) if len(x)] for group in same]
groups = [group for group in groups if len(group) > 1]
has_text = np.array([i for i, one in enumerate(documents) if one['hasText'] and len(bodies[i]) >= 30])
has_title = np.array([i for i in range(M) if len(titles[i]) >= 3])
records = np.array([i for i, one in enumerate(documents) if one['kind'] != 'publications' and len(bodies[i]) >= 4])
log(f'{len(has_text)} abstracts, {len(asking_in_english)} records asked for, {len(said)} phrases, {len(groups)} groups')


def below(n):
    return int(random.integers(n))


def cut(text):
    if len(text) <= LONGEST:
        return text
    start = below(len(text) - LONGEST + 1)
    return text[start : start + LONGEST]


def stretch(text, least, most):
    """A stretch of a text, and the rest of it."""
    length = min(len(text) - 1, int(random.integers(least, most)))
    start = below(len(text) - length + 1)
    return text[start : start + length], np.concatenate([text[:start], text[start + length :]])


def whole(i):
    return np.concatenate([titles[i], titles[i], cut(bodies[i])])


def of_abstract(i):
    chance, title, body, words_of = random.random(), titles[i], bodies[i], keywords[i]
    if len(title) < 2:
        title = body[:8]
    if chance < 0.25:
        return title, cut(body)
    if chance < 0.40:
        part, rest = stretch(body, 10, 40)
        return part, np.concatenate([title, cut(rest)])
    if chance < 0.72:
        part, rest = stretch(body, 3, 9)
        return part, np.concatenate([title, cut(rest)]) if random.random() < 0.75 else title
    if chance < 0.80 and len(words_of) > 1:
        return words_of, np.concatenate([title, cut(body)])
    if chance < 0.90:
        kept = random.random(len(title)) < 0.6
        return (title[kept] if kept.sum() > 1 else title), np.concatenate([title[~kept], cut(body)])
    return cut(body), title


def of_title(i):
    title = titles[i]
    kept = random.random(len(title)) < 0.5
    if kept.all() or not kept.any():
        kept[: len(title) // 2], kept[len(title) // 2 :] = True, False
    return title[kept], title[~kept]


def thinned(text):
    kept = random.random(len(text)) >= LEFT_OUT
    return text[kept] if kept.any() else text


def batch():
    examples = []
    count = {name: int(BATCH * share) for name, share in SHARES.items()}
    for at in random.integers(0, len(asking_in_english), count['questions']):
        i, texts = asking_in_english[at]
        examples.append((thinned(texts[below(len(texts))]), whole(i) if random.random() < 0.85 else titles[i]))
    for at in random.integers(0, len(asking_in_others), count['foreign']):
        i, texts = asking_in_others[at]
        examples.append((thinned(texts[below(len(texts))]), whole(i)))
    for at in random.integers(0, len(said), count['pairs']):
        plain, field = said[at]
        other = field[below(len(field))]
        examples.append((plain, other) if random.random() < 0.5 else (other, plain))
    for at in random.integers(0, len(groups), count['same']):
        group = groups[at]
        first = below(len(group))
        examples.append((group[first], group[(first + 1 + below(len(group) - 1)) % len(group)]))
    for i in records[random.integers(0, len(records), count['records'])]:
        part, rest = stretch(bodies[i], 2, 7)
        examples.append((part, np.concatenate([titles[i], rest])[:LONGEST]))
    left = BATCH - len(examples)
    examples += [of_abstract(i) for i in has_text[random.integers(0, len(has_text), int(left * 0.85))]]
    examples += [of_title(i) for i in has_title[random.integers(0, len(has_title), BATCH - len(examples))]]
    examples = [(with_pairs(a), with_pairs(b)) for a, b in examples if len(a) and len(b)]
    return [a for a, _ in examples], [b for _, b in examples]


# --- The model: row = weight * (general vector @ projection + own vector).
known = np.zeros((V, GENERAL), np.float32)
for word, i in number.items():
    vector = general.get(word, general.get(word + 's'))
    if vector is not None:
        known[i] = vector
is_known = np.abs(known).sum(1) > 0
known[is_known] -= known[is_known].mean(0)
known[is_known] /= np.linalg.norm(known[is_known], axis=1, keepdims=True)
projection = (random.standard_normal((GENERAL, DIMENSIONS)) * 0.1).astype(np.float32)
own = (random.standard_normal((V, DIMENSIONS)) * 0.02).astype(np.float32)
strength = np.log(np.expm1(np.maximum(information / 5, 0.05))).astype(np.float32)


def soft(x):
    return np.log1p(np.exp(x))


def unit(x):
    length = np.linalg.norm(x, axis=1, keepdims=True) + 1e-8
    return x / length, length


def through_unit(gradient, normal, length):
    return (gradient - (gradient * normal).sum(1, keepdims=True) * normal) / length


def likelihood(scores):
    scores = scores - scores.max(1, keepdims=True)
    powers = np.exp(scores)
    sums = powers.sum(1, keepdims=True)
    return powers / sums, float((np.log(sums[:, 0]) - np.diag(scores)).mean())


def bags(texts, index=None, width=V):
    flat = np.concatenate(texts)
    starts = np.cumsum([0] + [len(text) for text in texts])
    ones = np.ones(len(flat), np.float32)
    return sparse.csr_matrix((ones, flat if index is None else index[flat], starts), shape=(len(texts), width))


class Adam:
    """Steps for some rows of an array; what was not touched keeps its place."""

    def __init__(self, values):
        self.values, self.first, self.second = values, np.zeros_like(values), np.zeros_like(values)
        self.times = np.zeros(len(values), np.int32)

    def step(self, rows, gradient, rate):
        self.times[rows] += 1
        times = self.times[rows].reshape((-1,) + (1,) * (self.values.ndim - 1))
        first = self.first[rows] = 0.9 * self.first[rows] + 0.1 * gradient
        second = self.second[rows] = 0.99 * self.second[rows] + 0.01 * gradient * gradient
        self.values[rows] -= rate * (first / (1 - 0.9**times)) / (np.sqrt(second / (1 - 0.99**times)) + 1e-8)


by_own, by_strength, by_projection = Adam(own), Adam(strength), Adam(projection)
index, every = np.zeros(V, np.int32), np.arange(GENERAL)
for step in range(STEPS):
    rate = RATE * min(1, (step + 1) / 100) * (0.5 * (1 + math.cos(math.pi * step / STEPS)) + 0.02)
    left, right = batch()
    used = np.unique(np.concatenate(left + right))
    index[used] = np.arange(len(used))
    bag_left, bag_right = bags(left, index, len(used)), bags(right, index, len(used))
    base, weight = known[used] @ projection + own[used], soft(strength[used])[:, None]
    rows = weight * base
    (a, length_a), (b, length_b) = unit(bag_left @ rows), unit(bag_right @ rows)
    scores = a @ b.T / TEMPERATURE
    (p, loss), (q, other_loss) = likelihood(scores), likelihood(scores.T)
    gradient = p + q.T
    gradient[np.arange(len(a)), np.arange(len(a))] -= 2
    gradient /= 2 * len(a) * TEMPERATURE
    by_row = bag_left.T @ through_unit(gradient @ b, a, length_a) + bag_right.T @ through_unit(gradient.T @ a, b, length_b)
    by_base = weight * by_row
    of_strength = (by_row * base).sum(1) / (1 + np.exp(-strength[used]))
    by_projection.step(every, known[used].T @ by_base, rate)
    by_own.step(used, by_base, rate)
    by_strength.step(used, of_strength, rate)
    if step % 200 == 0 or step == STEPS - 1:
        log(f'step {step}, loss {(loss + other_loss) / 2:.3f}')

# One random rotation: the signs of what is written stand for the directions.
rotation = np.linalg.qr(random.standard_normal((DIMENSIONS, DIMENSIONS)))[0].astype(np.float32)
table = (soft(strength)[:, None] * (known @ projection + own)) @ rotation


def embedded(texts):
    parts = [with_pairs(text) if len(text) else np.array([0], np.int32) for text in texts]
    return np.concatenate([unit(bags(parts[i : i + 2048]) @ table)[0] for i in range(0, len(parts), 2048)])


def in_four_bits(x):
    """Whole numbers from -7 to 7, and by what each row of them is to be multiplied."""
    scale = np.abs(x).max(1, keepdims=True) / 7 + 1e-12
    return np.clip(np.round(x / scale), -7, 7).astype(np.int8), scale[:, 0].astype(np.float32)


def in_bytes(numbers):
    """Two whole numbers a byte, each 8 more than it is, the first of them in the lower bits."""
    moved = (numbers + 8).astype(np.uint8)
    return moved[:, 0::2] | (moved[:, 1::2] << 4)


def write(name, keys, numbers):
    """A line a key in the order of UTF-16, and the bytes of each in another file."""
    order = sorted(range(len(keys)), key=lambda i: keys[i].encode('utf-16-be'))
    with open(f'{OUT}/{name}.txt', 'w') as file:
        file.write(''.join(f'{keys[i]}\n' for i in order))
    numbers[order].tofile(f'{OUT}/{name}.bin')


shipped = [i for i, one in enumerate(documents) if one['hasText']]
vectors = embedded([np.concatenate([titles[i], titles[i], bodies[i]]) for i in shipped])
rows, scales = in_four_bits(table)
write('words', words + [f'{a} {b}' for a, b in common], np.hstack([scales[:, None].astype('<f4').view(np.uint8), in_bytes(rows)]))
write('papers', [documents[i]['id'] for i in shipped], in_bytes(in_four_bits(vectors)[0]))
log('written')
