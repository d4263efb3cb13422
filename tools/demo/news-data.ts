import type { NewNewsInput } from "#domain/news/new-news.ts";

type DemoNews = Pick<NewNewsInput, "texts"> & { daysAgo: number; attention?: boolean };

/** News of a local platform, newest first. */
export const DEMO_NEWS: readonly DemoNews[] = [
  {
    daysAgo: 1,
    attention: true,
    texts: {
      en: {
        title: "Welcome to Helioport",
        text: "This is a platform of your own, with a simulated fleet: sun, batteries and generators behave as they would on a day like today.\n\nOpen a site to watch its energy flow, or change a setting and see it confirmed by the device.",
      },
      zh: {
        title: "欢迎使用 Helioport",
        text: "这是您自己的平台，由模拟设备驱动：光伏、电池和发电机的表现与今天这样的天气相符。\n\n打开一个电站即可查看能量流；也可以更改一项设置，并看到设备的确认。",
      },
      es: {
        title: "Bienvenida a Helioport",
        text: "Esta es una plataforma propia con una flota simulada: el sol, las baterías y los generadores se comportan como en un día como hoy.\n\nAbra una instalación para ver su flujo de energía, o cambie un ajuste y vea cómo lo confirma el dispositivo.",
      },
      fr: {
        title: "Bienvenue sur Helioport",
        text: "Voici votre propre plateforme, avec un parc simulé : le soleil, les batteries et les groupes électrogènes se comportent comme par une journée comme celle-ci.\n\nOuvrez une installation pour suivre ses flux d’énergie, ou modifiez un réglage et voyez l’appareil le confirmer.",
      },
      de: {
        title: "Willkommen bei Helioport",
        text: "Das ist eine eigene Plattform mit einer simulierten Flotte: Sonne, Batterien und Generatoren verhalten sich wie an einem Tag wie heute.\n\nÖffnen Sie eine Anlage, um ihren Energiefluss zu verfolgen, oder ändern Sie eine Einstellung und sehen Sie zu, wie das Gerät sie bestätigt.",
      },
      ar: {
        title: "مرحبًا بكم في Helioport",
        text: "هذه منصة خاصة بكم مع أسطول محاكاة: الشمس والبطاريات والمولدات تعمل كما تعمل في يوم مثل هذا اليوم.\n\nعند فتح أي محطة يظهر تدفق الطاقة فيها، وعند تغيير أي إعداد يظهر تأكيد الجهاز له.",
      },
    },
  },
  {
    daysAgo: 6,
    texts: {
      en: {
        title: "Connect a logger of your own",
        text: "One of the demo sites waits for a logger that you write yourself. The protocol fits one page, and a complete logger has fewer than 60 lines.\n\nIts serial number and secret were printed when the platform started.",
      },
      zh: {
        title: "接入您自己的数据采集器",
        text: "有一个演示电站正在等待您自己编写的采集器。协议只有一页，一个完整的采集器不到 60 行。\n\n其序列号和密钥在平台启动时已显示。",
      },
      es: {
        title: "Conecte su propio datalogger",
        text: "Una de las instalaciones de demostración espera un datalogger escrito por usted. El protocolo cabe en una página y un datalogger completo tiene menos de 60 líneas.\n\nSu número de serie y su clave secreta se mostraron al arrancar la plataforma.",
      },
      fr: {
        title: "Connectez votre propre enregistreur",
        text: "L’une des installations de démonstration attend un enregistreur écrit par vous. Le protocole tient sur une page, et un enregistreur complet compte moins de 60 lignes.\n\nSon numéro de série et sa clé secrète ont été affichés au démarrage de la plateforme.",
      },
      de: {
        title: "Schließen Sie einen eigenen Logger an",
        text: "Eine der Demo-Anlagen wartet auf einen Logger, den Sie selbst schreiben. Das Protokoll passt auf eine Seite, und ein vollständiger Logger hat weniger als 60 Zeilen.\n\nSeine Seriennummer und sein geheimer Schlüssel standen beim Start der Plattform auf dem Bildschirm.",
      },
      ar: {
        title: "توصيل مسجل بيانات خاص بكم",
        text: "إحدى محطات العرض تنتظر مسجل بيانات من برمجتكم. البروتوكول صفحة واحدة، والمسجل الكامل أقل من 60 سطرًا.\n\nظهر رقمه التسلسلي ومفتاحه السري عند بدء تشغيل المنصة.",
      },
    },
  },
  {
    daysAgo: 20,
    texts: {
      en: {
        title: "Six languages",
        text: "Helioport speaks English, Chinese, Spanish, French, German and Arabic. The globe at the top of every page changes the language, and e-mails may come in another one: see “My account”.",
      },
      zh: {
        title: "六种语言",
        text: "Helioport 支持英语、中文、西班牙语、法语、德语和阿拉伯语。每个页面顶部的地球图标可切换语言；电子邮件可使用另一种语言，请见“我的账号”。",
      },
      es: {
        title: "Seis idiomas",
        text: "Helioport habla inglés, chino, español, francés, alemán y árabe. El globo en la parte superior de cada página cambia el idioma, y los correos pueden llegar en otro: véase «Mi cuenta».",
      },
      fr: {
        title: "Six langues",
        text: "Helioport parle anglais, chinois, espagnol, français, allemand et arabe. Le globe en haut de chaque page change la langue, et les e-mails peuvent arriver dans une autre : voir « Mon compte ».",
      },
      de: {
        title: "Sechs Sprachen",
        text: "Helioport spricht Englisch, Chinesisch, Spanisch, Französisch, Deutsch und Arabisch. Die Weltkugel oben auf jeder Seite wechselt die Sprache, und E-Mails können in einer anderen kommen: siehe „Mein Konto“.",
      },
      ar: {
        title: "ست لغات",
        text: "يتوفر Helioport بالإنجليزية والصينية والإسبانية والفرنسية والألمانية والعربية. تتغير اللغة من رمز الكرة الأرضية أعلى كل صفحة، ويمكن أن تصل رسائل البريد الإلكتروني بلغة أخرى: انظر «حسابي».",
      },
    },
  },
];
