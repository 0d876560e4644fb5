/// A script that finds what people cannot read or reach on a page; what it returns is a list of sentences.
let pageCheck = """
    const found = [];
    const say = (what, element) =>
        found.push(`${what}: ${element.outerHTML.slice(0, 160).replace(/\\s+/g, ' ')}`);
    const isSeen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

    if (document.documentElement.scrollWidth > innerWidth) {
        found.push(`it is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
    }
    if (document.querySelectorAll('h1').length !== 1) found.push('there is not one h1');
    if (!document.documentElement.lang) found.push('it says no language');
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push(`the id ${id} comes twice`);

    const nameOf = (element) => {
        const by = element.getAttribute('aria-labelledby');
        if (by) return by.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
        const label = element.labels?.[0]?.textContent ?? '';
        return element.getAttribute('aria-label') ?? (label || element.textContent || element.title || '');
    };
    for (const element of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
        if (isSeen(element) && !nameOf(element).trim()) say('no name', element);
    }
    for (const drawing of document.querySelectorAll('svg')) {
        if (!drawing.closest('[aria-hidden=true]') && !drawing.getAttribute('aria-label')
            && !drawing.getAttribute('aria-labelledby')) say('a drawing without a name', drawing);
    }
    // A target is 24 by 24 pixels, or nothing else is within a circle of 24 around its middle (WCAG 2.2, 2.5.8). A link in a
    // sentence may be smaller. The points of a map are where their places are.
    const boxOf = (element) => {
        const box = (element.labels?.[0]?.contains(element) ? element.labels[0] : element).getBoundingClientRect();
        return { left: box.left, top: box.top, right: box.right, bottom: box.bottom, width: box.width, height: box.height,
            x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    };
    const isInSentence = (element) => !element.closest('svg') && getComputedStyle(element).display === 'inline'
        && element.parentElement.textContent.trim().length > element.textContent.trim().length;
    const targets = [...document.querySelectorAll('a[href], :is(button, input, select, textarea):enabled, summary')]
        .filter((element) => isSeen(element)).map((element) => ({ element, box: boxOf(element) }))
        .filter(({ box }) => box.width > 1 && box.height > 1);
    // An element that floats over the page comes near to everything that scrolls below it.
    const layerOf = (element) => element && (getComputedStyle(element).position === 'fixed' ? element : layerOf(element.parentElement));
    const isSmall = (box) => Math.min(box.width, box.height) < 23.9;
    for (const { element, box } of targets.filter(({ box }) => isSmall(box))) {
        if (isInSentence(element)) continue;
        const isNear = (other) => isSmall(other)
            ? Math.hypot(other.x - box.x, other.y - box.y) < 24
            : Math.hypot(Math.max(other.left - box.x, 0, box.x - other.right),
                Math.max(other.top - box.y, 0, box.y - other.bottom)) < 12;
        if (element.closest('svg') || targets.some((other) => other.element !== element
            && layerOf(other.element) === layerOf(element) && isNear(other.box))) {
            say(`a target of ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`, element);
        }
    }
    // A phone enlarges the page when one goes into a field with smaller text.
    if (innerWidth <= 640) {
        const written = 'input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea';
        for (const field of document.querySelectorAll(written)) {
            const size = parseFloat(getComputedStyle(field).fontSize);
            if (isSeen(field) && size < 16) say(`text of ${size} pixels in a field`, field);
        }
    }
    const labels = [...document.querySelectorAll('.map a text')].map((label) => label.getBoundingClientRect());
    labels.forEach((one, index) => labels.slice(index + 1).forEach((other) => {
        if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom) {
            found.push(`two names on the map lie on each other at ${one.x.toFixed(0)}, ${one.y.toFixed(0)}`);
        }
    }));
    for (const cell of document.querySelectorAll('th')) if (!cell.scope) say('a heading of nothing', cell);

    // Contrast as WCAG 2 computes it: 4.5 for text, 3 for large text.
    const parse = (text) => {
        const parts = text.match(/[\\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
        const scale = text.startsWith('color(') ? 255 : 1;
        return [parts[0] * scale, parts[1] * scale, parts[2] * scale, parts[3] ?? 1];
    };
    const light = ([r, g, b]) => {
        const line = (value) => ((value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * line(r) + 0.7152 * line(g) + 0.0722 * line(b);
    };
    const over = (front, back) => [0, 1, 2].map((index) => front[index] * front[3] + back[index] * (1 - front[3]));
    const ground = (element) => {
        const colours = [];
        for (let at = element; at; at = at.parentElement) colours.unshift(parse(getComputedStyle(at).backgroundColor));
        const page = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
        return colours.reduce((back, front) => over(front, back), page);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (seen.has(element) || !texts.currentNode.textContent.trim() || !isSeen(element)) continue;
        seen.add(element);
        const box = element.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || element.closest('svg, option, .hidden, [disabled]')) continue;
        const style = getComputedStyle(element);
        const back = ground(element);
        const front = over(parse(style.color), back);
        const [one, other] = [light(front), light(back)].sort((a, b) => b - a);
        const ratio = (one + 0.05) / (other + 0.05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
        if (ratio < (isLarge ? 3 : 4.5) - 0.01) say(`a contrast of ${ratio.toFixed(2)}`, element);
    }
    return found.slice(0, 12);
    """
